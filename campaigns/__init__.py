"""Run long campaigns. Each prints its result and a control that must fail."""
