// The document that is shown (ReportData), what of it is chosen, and the words for its parts.
dyno.model = (() => {
    'use strict';
    const { duration } = dyno.format;
    const { el } = dyno.dom;

    const RUN_COLORS = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'];
    /** By tag: heading and meaning; set by begin. */
    const LATENCIES = {};
    /** Percentiles over time, and max, with color and dash; set by begin. */
    const PERCENTILES = [];
    const STYLES = [['--p1'], ['--p2', [6, 3]], ['--p3'], ['--p4', [2, 2]]];

    /** The data document that is shown; set by begin. */
    const model = { data: { runs: [], metrics: {}, latencies: {}, percentiles: [], account: [] }, several: false };
    const choice = { latency: '', percentile: 'p99', warmup: true, group: '' };
    /** Figures of a group; all others are the run's. */
    const OF_GROUP = ['totals', 'measured', 'due', 'conditions', 'ledger', 'figures', 'marks', 'latencies', 'intervals', 'latenciesOverTime', 'histograms', 'heatMaps', 'distributions', 'warmupDistributions'];
    let whole = [];
    /** Buckets of a histogram in a cell of a heat map. */
    const CELL = 4;

    const nameOf = (run) => run.runId.slice(0, 8);
    /** Text that distinguishes a run from the others: its name, or else its broker; empty if both are the same. */
    const apart = (run) => [(r) => r.name, brokerOf].map((of) => (new Set(model.data.runs.map(of)).size > 1 ? of(run) : '')).find(Boolean) || '';
    const labelOf = (run) => (apart(run) || run.name) + ' ' + nameOf(run);
    /** The shortest that is like no other's. */
    const shortOf = (run) => (model.data.runs.filter((r) => apart(r) === apart(run)).length === 1 && apart(run) ? apart(run) : (apart(run) + ' ' + nameOf(run)).trim());
    const runColor = (run) => RUN_COLORS[model.data.runs.findIndex((r) => r.runId === run.runId) % RUN_COLORS.length];
    const subjectName = (s) => (s === 'worker' ? 'load generator' : s);
    const seconds = (ns) => ns / 1e9;
    const middles = (from, to) => from.map((s, i) => (s + to[i]) / 2);
    const endOf = (run) => run.intervals.endS.at(-1) ?? (seconds(run.warmupNs + run.measuredNs + run.drainNs) || 1);

    const brokerOf = (run) => {
        const s = run.semantics;
        const target = run.config.producerTarget || run.config.consumerTarget;
        return (s['broker broker'] ? s['broker broker'] + ' ' + (s['broker version'] || '') : s.broker || (target ? target.driver : '')).trim();
    };

    // As the semantics card has it, where it says so: some brokers keep what nobody asked them to, and others do not what was asked.
    const persistence = (kept) => /^no\b/.test(kept) ? 'not persistent' : /^yes\b/.test(kept) ? 'persistent' : 'persistent ' + kept;

    const isOpen = (run) => (run.config.producers || []).length > 0 && run.config.producers.every((p) => p.load !== 'all-out');
    /** Messages a second by the schedules, of a group those that were due; null of a closed loop, where nothing is due, and where nobody sends. */
    const askedOf = (run) => (isOpen(run) && run.due && run.due.messages > 0 && run.measuredNs > 0 ? run.conditions?.intendedPerSecond || (run.due.messages + run.measured.skipped) / (run.measuredNs / 1e9) : null);

    const workloadOf = (run) => {
        const c = run.config;
        const p = (c.producers || [])[0];
        const q = (c.consumers || [])[0];
        const broker = brokerOf(run);
        const parts = model.several ? [broker] : [];
        const d = [...new Set((p ? c.producers : c.consumers || []).flatMap((group) => group.destinations || []))];
        if (d.length) parts.push(d.length > 2 ? d[0] + ' and ' + (d.length - 1) + ' more' : d.join(', '));
        if (p) parts.push((isOpen(run) ? 'open loop, ' : 'closed loop, ') + [...new Set(c.producers.map((group) => group.load))].join(' and '), [...new Set(c.producers.map((group) => group.messageSize))].join(' and '), persistence(run.semantics.persistent || run.semantics.stored || (p.persistent ? 'yes' : 'no')));
        parts.push(...Object.entries(c.tags || {}).map((tag) => tag.join('=')));
        return parts.filter(Boolean);
    };

    const lengthOf = (run) => [
        run.warmupNs > 0 ? 'warm-up ' + duration(run.warmupNs) : null,
        'measured ' + duration(run.measuredNs),
        run.drainNs > 0 ? 'drain ' + duration(run.drainNs) : null,
    ].filter(Boolean).join(', ');

    const started = (run) => run.started.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

    const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!]$/.test(text) ? '' : '.');
    const dot = (run) => { const d = el('span', { class: 'dot', 'aria-hidden': 'true' }); d.style.background = 'var(' + runColor(run) + ')'; return d; };

    /** A percentile or max of a latency in each interval. */
    const overTime = (run, tag, name) => {
        const values = run.latenciesOverTime[tag];
        return values && (values.percentilesNs[name] || values[name + 'Ns']);
    };

    const ofGroup = (run, name) => {
        const own = (run.groups || {})[name];
        if (!own) return run;
        const named = (groups) => (groups || []).filter((g) => g.name === name);
        const config = { ...run.config, producers: named(run.config.producers), consumers: named(run.config.consumers) };
        return { ...run, ...Object.fromEntries(OF_GROUP.map((part) => [part, own[part]])), config };
    };

    /** Names of the groups of all runs. */
    const groups = () => [...new Set(whole.flatMap((run) => Object.keys(run.groups || {})))];

    /** A group of the runs that have it. */
    const partsOf = (name) => whole.filter((run) => (run.groups || {})[name]).map((run) => ofGroup(run, name));

    /** Shows the chosen group of each run that has it, or all. */
    const chooseGroup = () => { model.data.runs = whole.map((run) => ofGroup(run, choice.group)); };

    /** The sum of histograms, which are rows of a HistogramSeries: counts by bucket, with gaps. */
    const addUp = (rows) => {
        const counts = [];
        for (const row of rows) {
            let bucket = 0;
            for (const n of row) {
                if (n < 0) bucket -= n;
                else counts[bucket] = (counts[bucket++] || 0) + n;
            }
        }
        return counts;
    };

    /** Heat maps have fewer buckets: [bucket, count, …]. */
    const heatMap = (series) => ({
        ...series,
        bucketsPerDecade: series.bucketsPerDecade / CELL,
        columns: series.columns.map((row) => {
            const cells = [];
            addUp([row]).forEach((n, bucket) => { const cell = Math.floor(bucket / CELL); cells[cell] = (cells[cell] || 0) + n; });
            return cells.flatMap((n, cell) => [cell, n]);
        }),
    });

    const begin = (data) => {
        model.data = data;
        whole = data.runs;
        choice.group = '';
        for (const run of whole.flatMap((r) => [r, ...Object.values(r.groups || {})])) {
            run.heatMaps = Object.fromEntries(Object.entries(run.histograms).map(([tag, series]) => [tag, heatMap(series)]));
        }
        PERCENTILES.splice(0, PERCENTILES.length, ...STYLES.map((style, i) => [data.percentiles[i], ...style]), ['max', '--p5', [8, 3, 2, 3]]);
        Object.entries(data.latencies).forEach(([tag, words]) => { LATENCIES[tag] = [words.heading, words.meaning]; });
        model.several = data.runs.length > 1;
    };

    return Object.assign(model, {
        begin, groups, partsOf, chooseGroup, addUp, RUN_COLORS, LATENCIES, PERCENTILES, choice, nameOf, labelOf, shortOf, runColor, subjectName, seconds, middles,
        overTime, endOf, brokerOf, isOpen, askedOf, workloadOf, lengthOf, started, sentence, dot,
    });
})();
