// Charts over time of what the load generator measured.
dyno.timeline = (() => {
    'use strict';
    const { model } = dyno;
    const { LATENCIES, PERCENTILES, choice, shortOf, runColor, seconds, middles, overTime, askedOf } = dyno.model;
    const { chartOf } = dyno.chart;
    const { heatChart } = dyno.heatmap;

    /** Whole seconds without an acknowledgement in a run in progress; nothing is waited for in a pause and in the drain. */
    const silence = (run) => {
        const { startS, endS, acknowledgedPerSecond: rates, phases } = run.intervals;
        const first = rates.findIndex((rate) => rate > 0);
        const until = phases.find((p) => p.phase === 'DRAIN')?.fromS ?? Infinity;
        return first < 0 ? [] : rates.flatMap((rate, i) => (i > first && rate === 0 && run.askedPerSecond[i] !== 0 && startS[i] < until ? [{ fromS: startS[i], toS: endS[i] }] : []));
    };

    /** Phases, faults and outages of all runs, or of some. */
    const allMarks = (runs = model.data.runs) => {
        const phases = [];
        const first = model.data.runs[0];
        const same = model.data.runs.every((r) => r.warmupNs === first.warmupNs);
        if (same || !model.several) {
            for (const p of first.intervals.phases) {
                if (p.phase === 'WARMUP') phases.push({ ...p, label: 'warm-up' });
                if (p.phase === 'DRAIN' && !model.several) phases.push({ ...p, label: 'drain' });
            }
        }
        const faults = [];
        const outages = [];
        for (const run of runs) {
            for (const f of run.faults) faults.push({ atS: seconds(f.beganNs), label: (model.several ? shortOf(run) + ' ' : '') + f.action, color: model.several ? runColor(run) : '--fault' });
            if (run.askedPerSecond) outages.push(...silence(run));
            const seen = new Set();
            for (const f of run.faults) {
                const o = f.publish || f.consume;
                if (o && !model.several && !seen.has(o.fromNs)) { seen.add(o.fromNs); outages.push({ fromS: seconds(o.fromNs), toS: seconds(o.toNs) }); }
            }
        }
        return { phases, faults, outages };
    };

    const HEIGHT = 210;

    /** Messages a second in the words for a constant load or a change of it; null if there are others. */
    const rateIn = (words) => { const found = /([\d.]+)\/s\b/.exec(words); return found && Number(found[1]); };

    /** Rate asked for in each second of a load whose rate a viewer of its live page has changed; null of others. */
    const steered = (run) => {
        const changes = run.faults.filter((f) => /^(rate |pause of)/.test(f.action)).map((f) => [seconds(f.beganNs), rateIn(f.action) || 0]);
        const first = (run.config.producers || []).map((p) => rateIn(p.load));
        // The changes are those of all groups together.
        const rates = choice.group ? [] : [[0, first.includes(null) ? null : first.reduce((a, b) => a + b, 0)], ...changes];
        return changes.length ? (s) => rates.findLast(([from]) => from <= s)?.[1] : null;
    };

    const timeCharts = () => {
        const marks = allMarks();
        const made = [];
        const chart = (spec) => made.push(chartOf({ time: true, height: HEIGHT, marks, ...spec, series: spec.series.filter((s) => s.y && s.y.some((v) => v != null)) }));
        const x = new Map(model.data.runs.map((run) => [run, middles(run.intervals.startS, run.intervals.endS)]));
        const kinds = [['sentPerSecond', 'sent', undefined, '--c1'], ['acknowledgedPerSecond', 'acknowledged', [6, 3], '--c2'], ['receivedPerSecond', 'received', [2, 2], '--c3']];
        const asked = (run) => {
            if (run.askedPerSecond) return [{ label: 'asked', color: '--muted', dash: [1, 3], width: 2, x: x.get(run), y: run.askedPerSecond }];
            const { producers } = run.config;
            const constant = askedOf(run) != null && producers.every((p) => p.load.startsWith('constant') && (p.start || '0s') === '0s' && !p.stop && (!p.messageCount || producers.length === 1));
            const drain = run.intervals.phases.find((p) => p.phase === 'DRAIN');
            // A search, or a ramp with an objective, asks another rate in each step.
            const at = run.steps.length ? (s) => run.steps.filter((step) => s > seconds(step.fromNs) && s < seconds(step.toNs)).map((step) => step.perSecond)[0] : steered(run) || (() => askedOf(run));
            return constant || run.steps.length ? [{ label: 'asked', color: '--muted', dash: [1, 3], width: 2, x: x.get(run), y: x.get(run).map((s) => (drain && s > drain.fromS ? null : at(s) ?? null)) }] : [];
        };
        const used = (run, column) => (run.intervals[column].some((v) => v > 0) ? run.intervals[column] : null);
        chart({
            title: 'Rate', note: 'messages a second', unit: 'COUNT', height: 260,
            series: model.several
                ? model.data.runs.map((run) => ({ label: shortOf(run) + (used(run, 'receivedPerSecond') ? ' received' : ' acknowledged'), color: runColor(run), x: x.get(run), y: used(run, 'receivedPerSecond') || used(run, 'acknowledgedPerSecond') }))
                : [...kinds.map(([column, label, dash, color]) => ({ label, dash, color, area: label === 'sent', x: x.get(model.data.runs[0]), y: used(model.data.runs[0], column) })), ...asked(model.data.runs[0])],
        });
        const [title, meaning] = LATENCIES[choice.latency] || ['Latency', ''];
        if (choice.latency) {
            const percentiles = { title: title + (model.several ? ', ' + choice.percentile : ' by percentile'), note: meaning + ', logarithmic', unit: 'NS', log: true, height: 260, endLabels: !model.several, series: percentileSeries(choice.latency, x) };
            for (const run of model.data.runs) {
                const heat = run.heatMaps[choice.latency] || null;
                if (heat) made.push(heatChart(run, heat, model.several ? allMarks([run]) : marks, title, overHeat(run, choice.latency)));
            }
            chart(percentiles);
        }
        if (choice.latency !== 'send-delay' && model.data.runs.some((run) => run.latenciesOverTime['send-delay'])) {
            chart({ title: 'Send delay' + (model.several ? ', ' + choice.percentile : ''), note: 'how late messages were sent, logarithmic', unit: 'NS', log: true, endLabels: !model.several, series: percentileSeries('send-delay', x, ['p50', 'p99', 'max']) });
        }
        const line = (column, name, color, dash) => model.data.runs.map((run) => ({ label: model.several ? shortOf(run) + ' ' + name : name, color: model.several ? runColor(run) : color, dash, x: x.get(run), y: used(run, column) }));
        if (model.data.runs.some((run) => run.intervals.outstanding.some((v) => v != null))) {
            chart({ title: 'Backlog', note: 'deliveries under way or waiting at the end of each second', unit: 'COUNT', series: model.data.runs.map((run) => ({ label: model.several ? shortOf(run) : 'outstanding', color: model.several ? runColor(run) : '--c1', x: run.intervals.endS, y: run.intervals.outstanding })) });
        }
        if (model.data.runs.some((run) => run.totals.failed + run.totals.skipped > 0)) {
            chart({ title: 'Failed and skipped', note: 'messages in each interval', unit: 'COUNT', series: [...line('failed', 'failed', '--c2'), ...line('skipped', 'skipped', '--c4', [6, 3])] });
        }
        return made.map((c) => c.figure);
    };

    /** p50 and p99 over a heat map. */
    const overHeat = (run, tag) => (run.latenciesOverTime[tag] ? [['p50', [2, 2]], ['p99']].map(([label, dash]) => ({ label, dash, y: positive(overTime(run, tag, label)) })) : []);

    const percentileSeries = (tag, x, only) => {
        if (model.several) {
            return model.data.runs.map((run) => ({ label: shortOf(run), color: runColor(run), x: x.get(run), y: positive(overTime(run, tag, choice.percentile)) }));
        }
        const run = model.data.runs[0];
        if (!run.latenciesOverTime[tag]) return [];
        return PERCENTILES.filter(([label]) => !only || only.includes(label)).map(([label, color, dash]) => ({ label, color, dash, width: label === 'p99' ? 2.2 : 1.5, x: x.get(run), y: positive(overTime(run, tag, label)) }));
    };

    /** A logarithm has no zero. */
    const positive = (column) => column && column.map((v) => (v == null ? null : Math.max(1, v)));

    return { allMarks, timeCharts, positive };
})();
