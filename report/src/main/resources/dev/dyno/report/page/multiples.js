// Small charts of the same figures: one for each group with a name, and for each worker.
dyno.multiples = (() => {
    'use strict';
    const { model } = dyno;
    const { LATENCIES, shortOf, runColor, middles, overTime, groups, partsOf } = dyno.model;
    const { el } = dyno.dom;
    const { Chart } = dyno.chart;
    const { allMarks, positive } = dyno.timeline;

    const HEIGHT = 120;
    const workers = () => [...new Set(model.data.runs.flatMap((run) => run.resourceSeries.map((s) => s.subject)))].filter((subject) => subject.startsWith('worker '));

    const line = (run, label, color, dash, x, y) => (y && y.some((v) => v > 0) ? [{ label: (model.several ? shortOf(run) + ' ' : '') + label, color: model.several ? runColor(run) : color, dash, x, y }] : []);

    const rates = (run) => [['sent', '--c1'], ['received', '--c3', [2, 2]]].flatMap(([name, color, dash]) => line(run, name, color, dash, middles(run.intervals.startS, run.intervals.endS), run.intervals[name + 'PerSecond']));

    const latencies = (run) => [['response', '--c2'], ['end-to-end', '--c4', [6, 3]]].flatMap(([tag, color, dash]) => line(run, LATENCIES[tag][0].toLowerCase(), color, dash, middles(run.intervals.startS, run.intervals.endS), positive(overTime(run, tag, 'p99'))));

    const metric = (name, color) => (run, subject) => run.resourceSeries.filter((s) => s.subject === subject && s.metrics[name]).flatMap((s) => line(run, name.split('-')[0], color, undefined, s.endS, s.metrics[name]));

    /** A chart for each name, all on the scale of the one that needs most. */
    const row = (what, unit, log, names, linesOf) => {
        const all = names.map((name) => [name, linesOf(name)]).filter(([, series]) => series.length);
        const values = all.flatMap(([, series]) => series.flatMap((s) => s.y)).filter((v) => v != null);
        const [least, most] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, 0]);
        const yRange = log ? [least / 1.1, most * 1.1] : [0, most * 1.06];
        return all.length ? [el('div', { class: 'charts four' }, all.map(([name, series]) => new Chart({ title: name + ', ' + what, unit, log, yRange, time: true, height: HEIGHT, small: true, marks: allMarks(), series }).figure))] : [];
    };

    const has = () => groups().length + workers().length > 0;

    const multipleCharts = () => {
        const ofGroup = (lines) => (name) => partsOf(name).flatMap(lines);
        const ofWorker = (lines) => (subject) => model.data.runs.flatMap((run) => lines(run, subject));
        return [
            ...row('rate', 'COUNT', false, groups(), ofGroup(rates)),
            ...row('p99', 'NS', true, groups(), ofGroup(latencies)),
            ...row('CPU', 'CORES', false, workers(), ofWorker(metric('cpu-cores', '--c1'))),
            ...row('memory', 'BYTES', false, workers(), ofWorker(metric('rss-bytes', '--c3'))),
        ];
    };

    return { has, multipleCharts };
})();
