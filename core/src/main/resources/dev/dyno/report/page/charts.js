// Charts on uPlot: linked cursors and zoom, legends that are buttons, arrow keys, and a table behind each of them.
dyno.charts = (() => {
    'use strict';
    const { el, format } = dyno;
    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const narrow = () => document.documentElement.clientWidth < 600;
    const ROWS_PER_PAGE = 60;
    const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];
    const BYTE_STEPS = Array.from({ length: 50 }, (_, i) => 2 ** i);

    const COUNT_STEPS = Array.from({ length: 36 }, (_, i) => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3));

    let all = [];
    let printing = false;
    const live = el('p', { class: 'offscreen', 'aria-live': 'polite' });

    const font = () => '11px ' + css('--font');
    const seriesColor = (c) => (c.startsWith('--') ? css(c) : c);

    /** What lies behind the lines of a chart over time: phases, outages, faults. */
    const backdrop = (marks) => ({
        drawClear: [(u) => {
            const { ctx } = u;
            const { left, top, width, height } = u.bbox;
            const x = (s) => Math.max(left, Math.min(left + width, u.valToPos(s, 'x', true)));
            const band = (from, to, fill) => {
                if (x(to) > x(from)) {
                    ctx.fillStyle = fill;
                    ctx.fillRect(x(from), top, x(to) - x(from), height);
                }
            };
            ctx.save();
            for (const phase of marks.phases) band(phase.fromS, phase.toS, css('--phase'));
            for (const outage of marks.outages) band(outage.fromS, outage.toS, css('--outage'));
            ctx.restore();
        }],
        draw: [(u) => {
            const { ctx } = u;
            const { left, top, width, height } = u.bbox;
            const dpr = devicePixelRatio || 1;
            const ends = [];
            ctx.save();
            ctx.font = 11 * dpr + 'px ' + css('--font');
            ctx.textBaseline = 'top';
            ctx.textAlign = 'left';
            const place = (text, x, color) => {
                const w = ctx.measureText(text).width;
                let row = ends.findIndex((end) => end + 6 * dpr < x);
                if (row < 0) row = ends.length;
                if (row > 2 || x + w > left + width + 20 * dpr) return;
                ends[row] = x + w;
                ctx.fillStyle = css('--panel');
                ctx.globalAlpha = 0.75;
                ctx.fillRect(x, top + (2 + row * 14) * dpr, w + 4 * dpr, 13 * dpr);
                ctx.globalAlpha = 1;
                ctx.fillStyle = color;
                ctx.fillText(text, x + 2 * dpr, top + (2 + row * 14) * dpr);
            };
            for (const phase of marks.phases) {
                const x = Math.max(left, u.valToPos(phase.fromS, 'x', true));
                const end = Math.min(left + width, u.valToPos(phase.toS, 'x', true));
                if (end - x > ctx.measureText(phase.label).width + 8 * dpr) place(phase.label, x + 2 * dpr, css('--muted'));
            }
            for (const fault of marks.faults) {
                const x = Math.round(u.valToPos(fault.atS, 'x', true));
                if (x < left || x > left + width) continue;
                ctx.strokeStyle = seriesColor(fault.color);
                ctx.lineWidth = dpr;
                ctx.setLineDash([4 * dpr, 3 * dpr]);
                ctx.beginPath();
                ctx.moveTo(x, top);
                ctx.lineTo(x, top + height);
                ctx.stroke();
                place(fault.label, x + 2 * dpr, seriesColor(fault.color));
            }
            ctx.restore();
        }],
    });

    const axes = (unit, log, xAxis) => {
        const common = { font: font(), stroke: css('--muted'), grid: { stroke: css('--grid'), width: 1 }, ticks: { show: false } };
        const show = format.units[unit];
        const y = {
            ...common,
            size: narrow() ? 58 : 74,
            gap: 6,
            space: 30,
            values: (u, splits) => splits.map((v) => (v == null ? '' : show(v))),
        };
        if (!log && unit.startsWith('BYTES')) y.incrs = BYTE_STEPS;
        if (!log && unit === 'COUNT') y.incrs = COUNT_STEPS;
        if (log) {
            y.splits = (u) => decades(u.scales.y.min, u.scales.y.max, u.bbox.height / (devicePixelRatio || 1));
            y.filter = (u, splits) => splits;
        }
        return [{ ...common, size: 28, gap: 4, ...xAxis }, y];
    };

    /** Powers of ten, and 2 and 5 between them where there is room. */
    const decades = (min, max, height) => {
        const number = Math.log10(max / min);
        const steps = height / number > 100 ? [1, 2, 5] : [1];
        const every = height / number < 26 ? 2 : 1;
        const ticks = [];
        for (let e = Math.floor(Math.log10(min)); e <= Math.log10(max); e += 1) {
            if (e % every === 0) for (const s of steps) if (s * 10 ** e >= min * 0.999 && s * 10 ** e <= max * 1.001) ticks.push(s * 10 ** e);
        }
        return ticks;
    };

    const TIME_AXIS = { incrs: TIME_STEPS, space: 70, values: (u, splits) => splits.map(format.clock) };

    const yScale = (log, forced) => {
        if (log) {
            // From a nice number below the smallest to one above the largest: whole decades waste space where there is one.
            const nice = (v, up) => {
                const decade = 10 ** Math.floor(Math.log10(v));
                const steps = [1, 2, 5, 10];
                return (up ? steps.find((s) => s * decade >= v * 0.9999) : steps.slice().reverse().find((s) => s * decade <= v * 1.0001)) * decade;
            };
            return { distr: 3, log: 10, range: (u, min, max) => forced || (min == null || min <= 0 ? [1e5, 1e7] : [nice(min, false), nice(Math.max(max, min * 2), true)]) };
        }
        return { range: (u, min, max) => (max == null || max <= 0 ? [Math.min(0, min || 0), 1] : [Math.min(0, min), max * 1.06]) };
    };

    /** A chart in the page: drawn when it comes into view, or when there is time. */
    class Chart {
        /**
         * title, note: text. unit: a key of format.units. log: of the y axis. height in CSS pixels.
         * series: [{ label, color, dash, width, x: [], y: [], shown }]. marks: see backdrop.
         * time: whether x is the time of the run, linked to that of all others; if not, xScale and xAxis, xLabel.
         */
        constructor(spec) {
            this.spec = spec;
            const captionId = 'c' + all.length + '-' + Math.random().toString(36).slice(2);
            this.canvas = el('div', { class: 'plot', style: 'min-height:' + spec.height + 'px' });
            this.legend = el('div', { class: 'legend', role: 'group', 'aria-label': 'Lines of this chart' });
            this.at = el('span', { class: 'at' });
            this.figure = el('figure', {
                class: 'chart',
                tabindex: '0',
                role: 'group',
                'aria-labelledby': captionId,
                'aria-roledescription': 'chart',
                onkeydown: (e) => this.key(e),
            },
                el('figcaption', { id: captionId }, el('strong', {}, spec.title), spec.note ? el('span', { class: 'note' }, spec.note) : null),
                this.legend, this.canvas, this.table());
            this.figure.chart = this;
            all.push(this);
            observer.observe(this.figure);
        }

        draw() {
            if (this.plot || !this.figure.isConnected) return;
            const { spec } = this;
            const width = this.width();
            if (width <= 0) return;
            const drawn = spec.series.filter((s) => s.x.length);
            this.series = drawn;
            this.data = drawn.length ? uPlot.join(drawn.map((s) => [s.x, s.y])) : [[0, 1], [null, null]];
            const marks = spec.marks ? backdrop(spec.marks) : {};
            const hooks = {
                drawClear: [...(marks.drawClear || [])],
                draw: [...(spec.paint ? [spec.paint] : []), ...(marks.draw || [])],
                setCursor: [(u) => this.values(u.cursor.idx)],
                setSelect: [(u) => {
                    if (u.select.width > 4) zoom(this, u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x'));
                    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
                }],
            };
            this.plot = new uPlot({
                width,
                height: spec.height,
                padding: [8, narrow() ? 16 : 26, 0, 0],
                legend: { show: false },
                cursor: {
                    y: false,
                    drag: { x: true, y: false, setScale: false },
                    sync: spec.time ? { key: 'time', setSeries: false } : undefined,
                    points: { size: 7 },
                    bind: { dblclick: () => () => { zoom(this, null, null); return null; } },
                },
                scales: {
                    x: { time: false, ...(spec.xScale || {}), ...(spec.time ? { range: () => timeRange() } : {}) },
                    y: yScale(spec.log, spec.yRange),
                },
                axes: axes(spec.unit, spec.log, spec.time ? TIME_AXIS : spec.xAxis),
                series: [{}, ...(drawn.length ? drawn : [{ label: '', color: '--muted' }]).map((s) => ({
                    label: s.label,
                    stroke: s.color ? seriesColor(s.color) : 'transparent',
                    width: s.width || 1.5,
                    dash: s.dash,
                    spanGaps: false,
                    show: s.shown !== false,
                    points: { show: s.x.length < 3 },
                    paths: s.invisible ? () => null : undefined,
                }))],
                hooks,
            }, this.data, this.canvas);
            this.buttons();
        }

        width() {
            return Math.floor(printing ? 660 : this.canvas.clientWidth);
        }

        buttons() {
            this.valueSpans = [];
            this.legend.replaceChildren(...this.series.filter((s) => !s.invisible || s.read).map((s) => {
                const i = this.series.indexOf(s);
                const value = el('span', { class: 'value' });
                this.valueSpans[i] = value;
                if (s.invisible) return el('span', { class: 'line' }, s.label, value);
                return el('button', {
                    type: 'button',
                    class: 'line',
                    'aria-pressed': String(s.shown !== false),
                    title: 'Show or hide ' + s.label,
                    onclick: (e) => {
                        s.shown = s.shown === false;
                        e.currentTarget.setAttribute('aria-pressed', String(s.shown));
                        this.plot.setSeries(i + 1, { show: s.shown });
                    },
                }, swatch(s), s.label, value);
            }), this.at);
        }

        /** The nearest value to an index: lines of other runs may have theirs a little beside it. */
        near(i, index) {
            const column = this.data[i + 1];
            for (const step of [0, -1, 1, -2, 2]) {
                if (column[index + step] !== undefined) return column[index + step];
            }
            return null;
        }

        text(i, index) {
            const s = this.series[i];
            return s.read ? s.read(index) : format.units[this.spec.unit](this.near(i, index));
        }

        where(index) {
            const x = this.data[0][index];
            return this.spec.time ? format.clock(x) : this.spec.xText(x);
        }

        values(index) {
            if (!this.valueSpans) return;
            this.at.textContent = index == null ? '' : 'at ' + this.where(index);
            this.valueSpans.forEach((span, i) => { span.textContent = index == null ? '' : this.text(i, index); });
        }

        key(e) {
            if (e.target !== this.figure || !this.plot || e.ctrlKey || e.metaKey || e.altKey) return;
            const u = this.plot;
            const [first, last] = u.series[0].idxs;
            const step = e.shiftKey ? 10 : 1;
            const now = u.cursor.idx;
            const to = {
                ArrowRight: now == null ? first : now + step,
                ArrowLeft: now == null ? last : now - step,
                Home: first,
                End: last,
            }[e.key];
            if (e.key === 'Escape') {
                u.setCursor({ left: -10, top: -10 }, true, true);
                zoom(this, null, null);
            } else if (e.key === '+' || e.key === '-') {
                const { min, max } = u.scales.x;
                const middle = now == null ? (min + max) / 2 : this.data[0][now];
                const half = ((max - min) / 2) * (e.key === '+' ? 0.5 : 2);
                zoom(this, middle - half, middle + half);
            } else if (to != null) {
                const index = Math.max(first, Math.min(last, to));
                u.setCursor({ left: u.valToPos(this.data[0][index], 'x'), top: u.over.clientHeight / 2 }, true, true);
                live.textContent = this.where(index) + ': ' + this.series
                    .map((s, i) => (s.shown === false || (s.invisible && !s.read) ? '' : s.label + ' ' + this.text(i, index)))
                    .filter(Boolean).join(', ');
            } else {
                return;
            }
            e.preventDefault();
        }

        table() {
            const body = el('div', { class: 'scroll' });
            let page = 0;
            const show = () => {
                this.draw();
                const columns = (this.series || []).map((s, i) => ({ s, i })).filter(({ s }) => !s.invisible || s.read);
                const xs = this.data[0];
                const rows = xs.map((_, i) => i).filter((i) => columns.some((c) => c.s.read || this.data[c.i + 1][i] != null));
                const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
                page = Math.max(0, Math.min(pages - 1, page));
                const turn = (label, to) => el('button', { type: 'button', disabled: to < 0 || to >= pages, onclick: () => { page = to; show(); } }, label);
                body.replaceChildren(
                    el('table', {},
                        el('caption', { class: 'offscreen' }, this.spec.title),
                        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, this.spec.time ? 'Time' : this.spec.xLabel), columns.map((c) => el('th', { scope: 'col', class: 'num' }, c.s.label)))),
                        el('tbody', {}, rows.slice(page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE).map((i) => el('tr', {},
                            el('th', { scope: 'row' }, this.where(i)),
                            columns.map((c) => el('td', { class: 'num' }, c.s.read ? c.s.read(i) : this.data[c.i + 1][i] == null ? '' : format.units[this.spec.unit](this.data[c.i + 1][i]))))))),
                    pages > 1 ? el('p', { class: 'pages' }, turn('Previous', page - 1), ' Page ' + (page + 1) + ' of ' + pages + ' ', turn('Next', page + 1)) : '');
            };
            return el('details', { class: 'table', ontoggle: (e) => { if (e.currentTarget.open) show(); } }, el('summary', {}, 'Table'), body);
        }

        destroy() {
            if (this.plot) this.plot.destroy();
            this.plot = null;
            this.valueSpans = null;
        }

        redraw() {
            this.destroy();
            this.draw();
        }
    }

    const swatch = (s) => {
        const span = el('span', { class: 'swatch', 'aria-hidden': 'true' });
        span.style.borderTop = (s.width && s.width < 1.2 ? '2px ' : '3px ') + (s.dash ? 'dashed ' : 'solid ') + seriesColor(s.color);
        return span;
    };

    const observer = new IntersectionObserver((entries) => {
        for (const entry of entries) if (entry.isIntersecting) entry.target.chart.draw();
    }, { rootMargin: '300px' });

    const resized = new ResizeObserver(() => {
        if (printing) return;
        for (const chart of all) {
            const width = chart.plot ? chart.width() : 0;
            if (width > 0 && width !== chart.plot.width) chart.plot.setSize({ width, height: chart.spec.height });
        }
    });

    // The time that all charts over time show.
    let whole = [0, 1];
    let zoomed = null;
    let onZoom = () => {};
    const timeRange = () => zoomed || whole;

    const zoom = (chart, from, to) => {
        if (!chart.spec.time) {
            if (chart.spec.xScale.range) {
                const [min, max] = chart.spec.xScale.range();
                chart.plot.setScale('x', { min: from == null ? min : Math.max(min, from), max: from == null ? max : Math.min(max, to) });
            }
            return;
        }
        zoomTo(from == null ? null : [Math.max(whole[0], from), Math.min(whole[1], to)]);
    };

    const zoomTo = (range) => {
        zoomed = range && (range[0] > whole[0] || range[1] < whole[1]) ? range : null;
        const [min, max] = timeRange();
        for (const chart of all) if (chart.spec.time && chart.plot) chart.plot.setScale('x', { min, max });
        onZoom(zoomed);
    };

    /** Draws in idle time what has not been looked at yet, so that scrolling and printing find it there. */
    const drawRest = () => {
        const later = window.requestIdleCallback || ((f) => setTimeout(() => f({ timeRemaining: () => 10 }), 30));
        later((deadline) => {
            let left = all.filter((c) => !c.plot && c.figure.offsetParent);
            while (left.length && deadline.timeRemaining() > 5) left.shift().draw();
            if (left.length) drawRest();
        });
    };

    const print = (on) => {
        printing = on;
        for (const chart of all) if (chart.figure.offsetParent) chart.redraw();
    };

    return {
        Chart,
        live,
        css,
        print,
        drawRest,
        zoomTo,
        /** Forgets all charts and begins with a new time. */
        begin(range, listener) {
            for (const chart of all) chart.destroy();
            observer.disconnect();
            all = [];
            whole = range;
            zoomed = null;
            onZoom = listener;
        },
        setWhole(range) { whole = range; zoomTo(null); },
        watch(element) { resized.observe(element); },
        redrawAll() { for (const chart of all) if (chart.plot) chart.redraw(); },
        drawn: () => all.filter((c) => c.plot).length + ' of ' + all.length,
    };
})();
