/** The reports screen has the choice of reports on the left and the sheets to read, print or download on the right. */

import { h, replaceChildren } from '../shared/dom.js';
import { alarm, button, panel, startStaffPage } from '../staff/frame.js';
import { speak } from '../shared/live-region.js';
import { get } from '../staff/client.js';
import { language, t } from '../shared/messages.js';

const SPANS = ['day', 'month', 'year', 'life'];

class ReportDesk {
  constructor(frame) {
    this.frame = frame;
    this.offer = { kinds: [], tables: [], day: '' };
    this.kind = null;
    this.span = 'day';
    this.turn = 0;
    this.kinds = h('div', {
      class: 'report-kinds',
      role: 'group',
      'aria-label': t('report.which'),
    });
    this.spans = h('div', { class: 'spans', role: 'group', 'aria-label': t('report.period') });
    this.day = h('input', { type: 'date', name: 'day', on: { change: () => this.make() } });
    this.table = h('select', { name: 'table', on: { change: () => this.make() } });
    this.told = h('p', { class: 'told', role: 'status' });
    this.title = h('h2');
    this.state = h('span');
    this.actions = h('div', { class: 'buttons' });
    this.paper = h('div', {
      class: 'paper-scroll',
      tabindex: '0',
      role: 'region',
      'aria-label': t('report.paper'),
    });
    replaceChildren(
      frame.main,
      h('h1', { class: 'unseen' }, t('desk.reports')),
      h(
        'div',
        { class: 'reports-plan' },
        panel(
          t('report.ask'),
          { class: 'asking' },
          h('h3', {}, t('report.which')),
          this.kinds,
          h('h3', {}, t('report.period')),
          this.spans,
          h('label', { class: 'field' }, h('span', {}, t('report.day')), this.day),
          h('label', { class: 'field' }, h('span', {}, t('report.table')), this.table),
        ),
        h(
          'section',
          { class: 'panel paper', 'aria-label': t('report.paper') },
          h(
            'div',
            { class: 'paper-head' },
            this.title,
            this.state,
            this.told,
            h('span', { class: 'grow' }),
            this.actions,
          ),
          this.paper,
        ),
      ),
    );
  }

  async start() {
    const offer = await get('reports');
    if (!offer.ok) {
      this.frame.told(this.told, offer);
      return;
    }
    this.offer = offer;
    this.day.value = offer.day;
    this.day.max = offer.day;
    replaceChildren(
      this.table,
      h('option', { value: '' }, t('report.all-tables')),
      ...offer.tables.map((name) => h('option', { value: name }, name)),
    );
    this.choose(offer.kinds[0].kind);
  }

  choose(kind) {
    this.kind = kind;
    this.draw();
    return this.make();
  }

  pick(span) {
    this.span = span;
    this.draw();
    return this.make();
  }

  draw() {
    const kindButton = ({ kind }, i) => {
      const node = button(t(`report.kind.${kind}`), () => this.choose(kind), {
        key: String(i + 1),
      });
      node.setAttribute('aria-pressed', String(kind === this.kind));
      return node;
    };
    const spanButton = (span) => {
      const node = button(t(`report.span.${span}`), () => this.pick(span));
      node.setAttribute('aria-pressed', String(span === this.span));
      return node;
    };
    replaceChildren(this.kinds, ...this.offer.kinds.map(kindButton));
    replaceChildren(this.spans, ...SPANS.map(spanButton));
    this.day.disabled = this.span === 'life';
    this.frame.keys([
      ...this.offer.kinds.map(({ kind }, i) => ({
        key: String(i + 1),
        label: t(`report.kind.${kind}`),
        run: () => this.choose(kind),
        hidden: true,
      })),
      ...SPANS.map((span) => ({
        key: t(`report.key.${span}`),
        label: t(`report.span.${span}`),
        run: () => this.pick(span),
      })),
      { key: 'p', label: t('report.print'), run: () => window.print(), right: true },
      { key: 'f', label: t('report.pdf'), run: () => this.take('pdf'), right: true },
      { key: 'c', label: t('report.csv'), run: () => this.take('csv'), right: true },
    ]);
  }

  question(form) {
    const asked = new URLSearchParams({ period: this.span, form, language: language() });
    if (this.span !== 'life') asked.set('on', this.day.value);
    if (this.table.value) asked.set('table', this.table.value);
    return `reports/${this.kind}?${asked}`;
  }

  /** Requests the report again. The answer to an older request is ignored. */
  async make() {
    if (!this.kind) return;
    const turn = (this.turn += 1);
    replaceChildren(this.told, t('report.making'));
    this.paper.setAttribute('aria-busy', 'true');
    const found = await get(this.question('sheets'));
    if (turn !== this.turn) return;
    this.paper.removeAttribute('aria-busy');
    this.frame.told(this.told, found);
    if (found.ok) this.show(found);
  }

  show(found) {
    replaceChildren(this.title, t(`report.kind.${this.kind}`));
    replaceChildren(
      this.state,
      found.is_reconciled
        ? h('span', { class: 'lv' }, t('report.agree'))
        : alarm(3, t('report.differ')),
    );
    const drawn = new DOMParser().parseFromString(found.html, 'text/html');
    replaceChildren(this.paper, ...drawn.body.children);
    this.paper.scrollTop = 0;
    replaceChildren(this.told, t('report.made', { pages: found.pages }));
    speak(
      `${t(`report.kind.${this.kind}`)}. ${found.is_reconciled ? t('report.agree') : t('report.differ')}`,
    );
    replaceChildren(
      this.actions,
      button(t('report.csv'), () => this.take('csv'), { key: 'c' }),
      button(t('report.pdf'), () => this.take('pdf'), { key: 'f' }),
      button(t('report.print'), () => window.print(), { key: 'p', primary: true }),
    );
  }

  /** Takes the report along as a file. */
  take(form) {
    const link = h('a', { href: `/api/staff/${this.question(form)}`, download: true });
    document.body.append(link);
    link.click();
    link.remove();
  }
}

startStaffPage('reports').then((frame) => new ReportDesk(frame).start());
