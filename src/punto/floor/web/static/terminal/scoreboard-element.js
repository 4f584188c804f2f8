/** The scoreboard of the table in use, as an element that measures its boxes and draws itself. */

import { draw, listen } from '../shared/draw.js';
import { asWanted } from '../shared/roads.js';
import { columnsOf, isLatestLit, scoreboard } from '../shared/scoreboard.js';
import { settings } from '../shared/settings.js';
import { language, say, t } from '../shared/messages.js';

class Scoreboard extends HTMLElement {
  asked = null;
  view = null;
  marks = null;
  columns = {};
  /** The state that was drawn last. */
  drawn = '';

  connectedCallback() {
    if (this.watch) return;
    this.setAttribute('role', 'region');
    this.setAttribute('data-label', 'road.sheet');
    this.setAttribute('aria-label', t('road.sheet'));
    listen(this, ({ side }) => this.press(side));
    this.redraw();
    this.watch = new ResizeObserver(() => this.draw());
    for (const box of this.querySelectorAll('[data-road]')) this.watch.observe(box);
  }

  /** Shows where the next result of a side would land, until it is pressed again. */
  press(side) {
    this.asked = this.asked === side ? null : side;
    this.draw();
  }

  /** Takes a picture of the table. */
  show(view, layout) {
    this.view = view;
    this.marks = layout?.road_marks;
    this.draw();
  }

  draw() {
    const { view } = this;
    if (!view?.roads || !this.isConnected) return;
    this.columns = columnsOf(this);
    const counters = view.counters?.map(({ key, count }) => `${key} ${count}`).join();
    const { revision, bead } = view.roads;
    const shown = [view.table, revision, bead.length, isLatestLit(view.phase), counters];
    const how = [language(), this.asked, settings.tail, say(this.marks)];
    const drawn = [...shown, ...how, ...Object.values(this.columns)].join(' ');
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.redraw();
  }

  redraw() {
    const { view, columns, asked, marks } = this;
    const roads = view?.roads ? asWanted(view.roads, settings.tail) : null;
    const latest = isLatestLit(view?.phase ?? '');
    const counters = view?.counters ?? [];
    draw(this, scoreboard({ roads, counters, marks, columns, asked, isLatestLit: latest }));
  }
}

customElements.define('punto-scoreboard', Scoreboard);
