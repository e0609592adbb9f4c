// Charts over time of what broker, load generator and host used.
dyno.resources = (() => {
    'use strict';
    const { model } = dyno;
    const { RUN_COLORS, shortOf, runColor, subjectName, middles } = dyno.model;
    const { el, place } = dyno.dom;
    const { Chart, chartOf } = dyno.chart;
    const { allMarks } = dyno.timeline;

    const DASHES = [undefined, [6, 3], [2, 2], [8, 3, 2, 3]];
    // Charts of resources: title, metrics. What is in none of them has a chart of its own further down.
    const RESOURCES = [
        ['CPU', ['cpu-cores', 'cpu-stolen-cores', 'cpu-throttled-cores'], 'processors that were busy'],
        ['Busiest core and thread', ['cpu-busiest-core-percent', 'cpu-busiest-thread-percent'], 'of the host; of the broker (threads in turns, each over five seconds) and of the load generator: share of the time; what runs in one thread is full at 100 %'],
        ['Resident memory (RSS)', ['rss-bytes', 'memory-bytes']],
        ['Address space (VSS)', ['vss-bytes']],
        ['Heap', ['heap-used-bytes', 'heap-committed-bytes']],
        ['Garbage collection', ['gc-seconds', 'stopped-seconds'], 'time in each interval'],
        ['Storage', ['write-bytes-per-second', 'read-bytes-per-second', 'disk-write-bytes-per-second', 'disk-read-bytes-per-second']],
        ['Disk busy', ['disk-busy-percent'], 'share of the time in which the busiest disk had work'],
        ['Queues of the broker', ['queued-messages', 'ready-messages', 'unacknowledged-messages']],
        ['Rates as the broker counts them', ['published-per-second', 'delivered-per-second']],
        ['Threads and files', ['threads', 'open-files', 'connections']],
        ['Run queue', ['run-queue', 'blocked-threads'], 'threads that run or wait for a processor, or for storage'],
        ['Waiting threads', ['cpu-waiting-percent', 'storage-waiting-percent'], 'share of the time in which at least one thread waited for a processor, or for storage'],
    ];
    const SHORT = {
        'cpu-stolen-cores': 'stolen', 'cpu-throttled-cores': 'withheld by its quota', 'cpu-busiest-core-percent': 'busiest core', 'cpu-busiest-thread-percent': 'busiest thread', 'heap-used-bytes': 'used', 'heap-committed-bytes': 'committed', 'gc-seconds': 'collections',
        'stopped-seconds': 'JVM stopped', 'write-bytes-per-second': 'written', 'read-bytes-per-second': 'read',
        'disk-write-bytes-per-second': 'written', 'disk-read-bytes-per-second': 'read', 'queued-messages': 'queued', 'ready-messages': 'ready',
        'unacknowledged-messages': 'unacknowledged', 'published-per-second': 'published', 'delivered-per-second': 'delivered',
        threads: 'threads', 'open-files': 'open files', connections: 'connections', 'run-queue': 'running or ready', 'blocked-threads': 'blocked', 'cpu-waiting-percent': 'for a processor', 'storage-waiting-percent': 'for storage', 'memory-bytes': 'own count',
    };
    const SUBJECT_COLORS = { broker: '--c1', worker: '--c2', host: '--c3' };
    const OTHER_COLORS = ['--c4', '--c5', '--c6', '--c7', '--c8'];

    /** @param dash the number of a pattern: lines of one colour differ by it */
    const resourceLine = (run, series, name, index, dash, label) => {
        const metric = model.data.metrics[name];
        const level = !metric || metric.kind === 'LEVEL';
        const others = [...new Set(model.data.runs.flatMap((r) => r.resourceSeries.map((s) => s.subject)))].filter((s) => !SUBJECT_COLORS[s]);
        return {
            label: (model.several ? shortOf(run) + ' ' : '') + label,
            color: model.several ? runColor(run) : SUBJECT_COLORS[series.subject] || OTHER_COLORS[(others.indexOf(series.subject) + index) % OTHER_COLORS.length],
            dash: DASHES[dash % DASHES.length],
            x: level ? series.endS : middles(series.startS, series.endS),
            y: series.metrics[name],
        };
    };

    /** @param box gets the charts */
    const resourceCharts = (box = el('div', { class: 'charts four' })) => {
        const marks = allMarks();
        const figures = [];
        const shown = new Set(['gc-count', 'gc-throughput-percent', 'memory-available-bytes']);
        for (const [title, metrics, note] of RESOURCES) {
            const lines = [];
            const patterns = [];
            for (const run of model.data.runs) {
                for (const series of run.resourceSeries) {
                    metrics.forEach((name, i) => {
                        const column = series.metrics[name];
                        shown.add(name);
                        if (!column || (/stolen|throttled/.test(name) && !column.some((v) => v > 0.02))) return;
                        // With several runs only the broker is shown at first: the rest would hide it.
                        const hidden = model.several && series.subject !== 'broker' && run.resourceSeries.some((s) => s.subject === 'broker' && metrics.some((m) => s.metrics[m]));
                        const what = series.subject + ' ' + name;
                        if (!patterns.includes(what)) patterns.push(what);
                        const line = resourceLine(run, series, name, i, model.several ? patterns.indexOf(what) : i, subjectName(series.subject) + (metrics.length > 1 && SHORT[name] ? ' ' + SHORT[name] : ''));
                        lines.push({ ...line, shown: !hidden });
                    });
                }
            }
            if (lines.length) {
                const metric = model.data.metrics[metrics.find((m) => model.data.metrics[m])];
                figures.push(chartOf({ title, note, unit: metric ? metric.unit : 'NUMBER', time: true, height: 120, small: true, marks, series: lines }).figure);
            }
        }
        const groups = new Map();
        for (const run of model.data.runs) {
            for (const series of run.resourceSeries) {
                for (const name of Object.keys(series.metrics)) {
                    if (shown.has(name)) continue;
                    const base = series.subject + ' ' + name.replace(/\{.*/, '') + (name.endsWith('/s') ? '/s' : '');
                    if (!groups.has(base)) groups.set(base, []);
                    groups.get(base).push([run, series, name]);
                }
            }
        }
        const more = [...groups].map(([base, members]) => el('details', {
            class: 'more',
            ontoggle: (e) => {
                const box = e.currentTarget;
                if (!box.open || box.querySelector('figure')) return;
                const lines = members.map(([run, series, name], i) => ({ ...resourceLine(run, series, name, i, Math.floor(i / 5), (name.match(/\{(.*)\}/) || ['', base])[1]), shown: i < 10 }));
                if (!model.several) lines.forEach((line, i) => { line.color = RUN_COLORS[i % RUN_COLORS.length]; });
                const unit = /bytes/.test(base) ? (base.endsWith('/s') ? 'BYTES_PER_SECOND' : 'BYTES') : base.endsWith('/s') ? 'PER_SECOND' : 'NUMBER';
                const chart = new Chart({ title: base, unit, time: true, height: 180, marks, series: lines });
                box.append(chart.figure);
                chart.draw();
            },
        }, el('summary', {}, base + (members.length > 1 ? ' (' + members.length + ' series)' : ''))));
        place(box, figures);
        return [box, more.length ? el('div', { class: 'card' }, el('h3', {}, 'More metrics'), more) : null];
    };

    return { resourceCharts };
})();
