// Numbers of messages by latency, over time.
dyno.heatmap = (() => {
    'use strict';
    const { model } = dyno;
    const { labelOf } = dyno.model;
    const { number, duration } = dyno.format;
    const { el } = dyno.dom;
    const { css, ramp } = dyno.look;
    const { chartOf } = dyno.chart;

    const greatest = (values) => values.reduce((most, v) => (v == null || most > v ? most : v), null);

    const heatChart = (run, heat, marks, title, lines) => {
        const edge = (b) => heat.firstNs * 10 ** (b / heat.bucketsPerDecade);
        const { startS, endS } = run.intervals;
        const k = heat.intervalsPerColumn;
        const spans = heat.columns.map((_, i) => [startS[i * k], endS[Math.min(endS.length - 1, (i + 1) * k - 1)]]);
        let low = Infinity;
        let high = 0;
        let most = 0;
        heat.columns.forEach((column, c) => {
            const length = Math.max(0.2, spans[c][1] - spans[c][0]);
            for (let i = 0; i < column.length; i += 2) {
                low = Math.min(low, column[i]);
                high = Math.max(high, column[i]);
                most = Math.max(most, column[i + 1] / length);
            }
        });
        const totals = heat.columns.map((column) => { let n = 0; for (let i = 1; i < column.length; i += 2) n += column[i]; return n; });
        const busiest = heat.columns.map((column) => { let at = -1; for (let i = 0; i < column.length; i += 2) if (at < 0 || column[i + 1] > column[at + 1]) at = i; return at < 0 ? null : column[at]; });
        const shades = 64;
        const paint = (u) => {
            const { ctx } = u;
            const { left, top, width, height } = u.bbox;
            const palette = ramp(css('--heat').split(', '), shades);
            ctx.save();
            ctx.beginPath();
            ctx.rect(left, top, width, height);
            ctx.clip();
            const ys = [];
            for (let b = low; b <= high + 1; b++) ys[b] = Math.round(u.valToPos(edge(b), 'y', true));
            const scale = Math.log1p(most);
            heat.columns.forEach((column, c) => {
                const x0 = Math.round(u.valToPos(spans[c][0], 'x', true));
                const x1 = Math.round(u.valToPos(spans[c][1], 'x', true));
                if (x1 < left || x0 > left + width) return;
                const length = Math.max(0.2, spans[c][1] - spans[c][0]);
                for (let i = 0; i < column.length; i += 2) {
                    const b = column[i];
                    ctx.fillStyle = palette[Math.min(shades - 1, Math.floor((Math.log1p(column[i + 1] / length) / scale) * (shades - 0.01)))];
                    ctx.fillRect(x0, ys[b + 1], Math.max(1, x1 - x0), ys[b] - ys[b + 1]);
                }
            });
            ctx.restore();
        };
        const xs = spans.map(([from, to]) => (from + to) / 2);
        return chartOf({
            time: true, height: 240, marks, unit: 'NS', log: true, yRange: high >= low ? [edge(low), edge(high + 1)] : [1e5, 1e7],
            title: title + ', heat map' + (model.several ? ' of ' + labelOf(run) : ''),
            note: el('span', {}, 'messages a second in each cell: 1 ', el('span', { class: 'ramp', 'aria-hidden': 'true' }), ' ' + number(Math.round(most)) + (k > 1 ? '; a column is ' + k + ' s' : '')),
            paint,
            endLabels: true,
            series: [
                ...lines.map((line) => ({ ...line, color: '--over-heat', width: 1.8, x: xs, y: xs.map((_, c) => greatest(line.y.slice(c * k, (c + 1) * k))) })),
                { label: 'messages', invisible: true, x: xs, y: totals.map(() => 1e6), read: (i) => (i == null || totals[i] == null ? '–' : number(totals[i])) },
                { label: 'most of them', invisible: true, x: xs, y: totals.map(() => 1e6), read: (i) => (busiest[i] == null ? '–' : duration(edge(busiest[i])) + ' to ' + duration(edge(busiest[i] + 1))) },
            ],
        });
    };

    return { heatChart };
})();
