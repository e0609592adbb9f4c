// Latency by percentile, on the axis of HdrHistogram.
dyno.distribution = (() => {
    'use strict';
    const { model } = dyno;
    const { LATENCIES, choice, shortOf, runColor } = dyno.model;
    const { Chart } = dyno.chart;

    const distributionChart = () => {
        const lines = [];
        let top = 10;
        const add = (d, label, color, dash) => {
            const x = [];
            const y = [];
            d.share.forEach((p, i) => {
                const at = 1 / (1 - p);
                if (x.length && at <= x[x.length - 1]) return;
                x.push(at);
                y.push(Math.max(1, d.valueNs[i]));
            });
            if (d.count > x[x.length - 1]) { x.push(d.count); y.push(Math.max(1, d.maxNs)); }
            top = Math.max(top, d.count);
            lines.push({ label, color, dash, width: 1.8, x, y });
        };
        const colors = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8', '--c9'];
        const dashes = [undefined, [6, 3], [2, 2], [8, 3, 2, 3]];
        for (const run of model.data.runs) {
            Object.keys(LATENCIES).forEach((tag, i) => {
                if (model.several && tag !== choice.latency) return;
                const label = model.several ? shortOf(run) : LATENCIES[tag][0];
                const color = model.several ? runColor(run) : colors[i % colors.length];
                if (run.distributions[tag]) add(run.distributions[tag], label + (run.latencies[tag] && run.latencies[tag].unfinishedCount ? ', at least' : ''), color, model.several ? undefined : dashes[i % dashes.length]);
                if (choice.warmup && run.warmupDistributions[tag] && (model.several || tag === choice.latency)) add(run.warmupDistributions[tag], label + ' in warm-up', color, [1, 3]);
            });
        }
        // The decade of the least median; that of Dyno's own delay may be some nanoseconds, of no use beside the others.
        const medians = lines.map(({ x, y }) => y[x.findIndex((at) => at >= 2)] ?? y.at(-1));
        const useful = medians.filter((ns) => ns >= 1000);
        const least = Math.min(...(useful.length ? useful : medians));
        const percentile = (x) => (x <= 1 ? 'min' : 'p' + (100 - 100 / x).toFixed(Math.max(0, Math.ceil(Math.log10(x) - 2.0001))).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''));
        const ticks = [1, 2, 4];
        for (let t = 10; t <= top * 10; t *= 10) ticks.push(t);
        const chart = new Chart({
            title: model.several ? LATENCIES[choice.latency][0] : 'All latencies',
            note: 'share of the messages that took no longer than …; both axes logarithmic, with 1/(1\u00a0−\u00a0share) across',
            unit: 'NS', log: true, height: 260, series: lines, floor: lines.length ? 10 ** Math.floor(Math.log10(least)) : 0,
            xScale: { distr: 3, log: 10, range: () => [1, top * 1.1] },
            xAxis: { splits: (u) => ticks.filter((t) => t >= u.scales.x.min && t <= u.scales.x.max), filter: (u, splits) => splits, space: 30, values: (u, splits) => splits.map((t) => ((t === 4 && u.width < 900) || (t === 1 && u.width < 420) ? '' : percentile(t))) },
            xText: percentile, xLabel: 'Percentile',
        });
        return chart.figure;
    };

    return { distributionChart };
})();
