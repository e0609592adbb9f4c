// A chart on uPlot: a linked cursor and zoom, a legend of buttons, arrow keys, and a table behind it.
dyno.chart = (() => {
    'use strict';
    const { format, desk } = dyno;
    const { el } = dyno.dom;
    const { css, narrow, seriesColor } = dyno.look;
    const { axes, yScale, TIME_AXIS } = dyno.axes;
    const { backdrop, roomOf } = dyno.marks;

    const ROWS_PER_PAGE = 60;
    const LARGE = 320;
    let made = 0;

    /** A chart in the page. */
    class Chart {
        /**
         * title, note: text. unit: a key of format.units. log: of the y axis. height in CSS pixels.
         * floor: least value of a logarithmic axis.
         * series: [{ label, color, dash, width, x: [], y: [], shown }]. marks: see backdrop.
         * endLabels: whether a line has its name at its end, too. small: whether it is one of many and can be enlarged.
         * time: whether x is the time of the run, linked to that of all others; if not, xScale and xAxis, xLabel.
         */
        constructor(spec) {
            this.spec = spec;
            for (const s of spec.series) s.folded = s.shown === false;
            const captionId = 'chart' + made++;
            this.canvas = el('div', { class: 'plot', style: 'min-height:' + this.height() + 'px' });
            this.legend = el('div', { class: 'legend', role: 'group', 'aria-label': 'Lines of this chart' });
            this.at = el('span', { class: 'at' });
            this.note = el('span', { class: 'note' }, spec.note || '');
            this.figure = el('figure', {
                class: 'chart',
                tabindex: '0',
                role: 'group',
                'aria-labelledby': captionId,
                'aria-roledescription': 'chart',
                onkeydown: (e) => this.key(e),
            },
                el('figcaption', { id: captionId }, el('strong', {}, spec.title), spec.note ? this.note : null, spec.small ? this.enlarger() : null),
                this.legend, this.canvas, this.table());
            this.figure.chart = this;
            desk.add(this);
        }

        enlarger() {
            const { height } = this.spec;
            return el('button', {
                type: 'button',
                class: 'enlarge',
                'aria-expanded': 'false',
                'aria-label': 'Enlarge ' + this.spec.title,
                title: 'Enlarge',
                onclick: (e) => {
                    const large = this.figure.classList.toggle('large');
                    this.spec.height = large ? LARGE : height;
                    e.currentTarget.setAttribute('aria-expanded', String(large));
                    this.canvas.style.minHeight = this.height() + 'px';
                    this.redraw();
                },
            }, '⤢');
        }

        draw() {
            if (this.plot || !this.figure.isConnected) return;
            const { spec } = this;
            const width = this.width();
            if (width <= 0) return;
            const drawn = spec.series.filter((s) => s.x.length);
            this.series = drawn;
            this.legend.classList.add('idle');
            this.data = drawn.length ? together(drawn) : [[0, 1], [null, null]];
            const marks = spec.marks ? backdrop(() => this.spec.marks) : {};
            const hooks = {
                drawClear: [...(marks.drawClear || [])],
                drawAxes: spec.paint ? [(u) => this.spec.paint(u)] : [],
                draw: [...(marks.draw || []), ...(spec.endLabels ? [(u) => endLabels(u, Boolean(spec.paint))] : [])],
                setCursor: [(u) => this.values(u.cursor.idx)],
                setSelect: [(u) => {
                    if (u.select.width > 4) desk.zoom(this, u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x'));
                    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
                }],
            };
            this.plot = new uPlot({
                width,
                height: this.height(),
                padding: [8 + (spec.marks ? roomOf(spec.marks) : 0), spec.endLabels ? 46 : narrow() || spec.small ? 16 : 26, 0, 0],
                legend: { show: false },
                cursor: {
                    y: false,
                    drag: { x: true, y: false, setScale: false },
                    sync: spec.time ? { key: 'time', setSeries: false } : undefined,
                    points: { size: 7 },
                    bind: { dblclick: () => () => { desk.zoom(this, null, null); return null; } },
                },
                scales: {
                    x: { time: false, ...(spec.xScale || {}), ...(spec.time ? { range: () => desk.timeRange() } : {}) },
                    y: yScale(spec.log, () => this.spec.yRange, spec.floor),
                },
                axes: axes(spec.unit, spec.log, spec.time ? TIME_AXIS : spec.xAxis),
                series: [{}, ...(drawn.length ? drawn : [{ label: '', color: '--muted' }]).map((s) => ({
                    label: s.label,
                    stroke: s.color ? seriesColor(s.color) : 'transparent',
                    width: s.width || 1.5,
                    dash: s.dash,
                    fill: s.area ? seriesColor(s.color) + '2a' : undefined,
                    spanGaps: false,
                    show: s.shown !== false,
                    points: this.points(s),
                    paths: s.invisible ? () => null : undefined,
                }))],
                hooks,
            }, this.data, this.canvas);
            this.buttons();
        }

        /** Makes a line visible that has a single value, or one between two gaps. */
        points(s) {
            const color = s.color ? seriesColor(s.color) : 'transparent';
            return {
                show: (u) => u.data[0].length < 3,
                filter: (u, i, all) => (all || s.invisible || !i ? null : lone(u.data[i])),
                size: 5,
                width: 1,
                fill: color,
            };
        }

        width() {
            return Math.floor(desk.isPrinting() ? 660 : this.canvas.clientWidth);
        }

        height(spec = this.spec) {
            return this.spec.height + (spec.marks ? roomOf(spec.marks) : 0);
        }

        buttons() {
            this.valueSpans = [];
            const inLegend = this.series.filter((s) => !s.invisible || s.read);
            const folded = inLegend.filter((s) => s.folded);
            this.legend.replaceChildren(...inLegend.filter((s) => !s.folded).map((s) => {
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
            }), ...(folded.length ? [this.unfold(folded)] : []), this.at);
        }

        /** Button for the lines that are not shown at first, because they would hide the rest, in the legend too. */
        unfold(folded) {
            return el('button', {
                type: 'button',
                class: 'line',
                'aria-expanded': 'false',
                title: folded.map((s) => s.label).join(', '),
                onclick: () => {
                    for (const s of folded) s.folded = false;
                    this.buttons();
                    const first = this.legend.querySelector('[aria-pressed="false"]');
                    if (first) first.focus();
                },
            }, '+ ' + folded.length + ' more');
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
            this.legend.classList.toggle('idle', index == null);
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
                desk.zoom(this, null, null);
            } else if (e.key === '+' || e.key === '-') {
                const { min, max } = u.scales.x;
                const middle = now == null ? (min + max) / 2 : this.data[0][now];
                const half = ((max - min) / 2) * (e.key === '+' ? 0.5 : 2);
                desk.zoom(this, middle - half, middle + half);
            } else if (to != null) {
                const index = Math.max(first, Math.min(last, to));
                u.setCursor({ left: u.valToPos(this.data[0][index], 'x'), top: u.over.clientHeight / 2 }, true, true);
                desk.live.textContent = this.where(index) + ': ' + this.series
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
            const details = el('details', { class: 'table', ontoggle: () => { if (details.open) show(); } }, el('summary', {}, 'Table'), body);
            // Its buttons would lose the focus.
            this.renewTable = () => { if (details.open && !body.contains(document.activeElement)) show(); };
            return details;
        }

        /** Shows what has become of its data; what a reader has chosen stays. */
        renew(spec) {
            const names = (s) => s.filter((line) => line.x.length).map((line) => line.label).join();
            const same = this.plot && this.series.length && names(spec.series) === names(this.spec.series) && this.height() === this.height(spec);
            for (const s of spec.series) {
                const before = this.spec.series.find((b) => b.label === s.label) || { shown: s.shown, folded: s.shown === false };
                s.shown = before.shown;
                s.folded = before.folded;
            }
            spec.height = this.spec.height;
            this.spec = spec;
            this.note.replaceChildren(spec.note || '');
            if (same) {
                this.series = spec.series.filter((s) => s.x.length);
                this.data = together(this.series);
                this.plot.setData(this.data);
            } else {
                this.redraw();
            }
            this.renewTable();
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

    /** One column of places, and one of values for each line: what the lines of one run have in any case. */
    const together = (lines) => (lines.every((s) => s.x === lines[0].x) ? [lines[0].x, ...lines.map((s) => s.y)] : uPlot.join(lines.map((s) => [s.x, s.y])));

    /** Places of values whose neighbours are gaps; null if there is none. Undefined is where only other lines have a value. */
    const lone = (column) => {
        const found = [];
        let at = -1;
        let before = null;
        const end = (after) => { if (at >= 0 && column[at] != null && before == null && after == null) found.push(at); };
        for (let i = 0; i < column.length; i++) {
            if (column[i] === undefined) continue;
            end(column[i]);
            before = at < 0 ? null : column[at];
            at = i;
        }
        end(null);
        return found.length ? found : null;
    };

    /** Its name where a line ends, or at the edge; what would lie on another's is moved down. */
    const endLabels = (u, atEdge) => {
        const { ctx } = u;
        const dpr = devicePixelRatio || 1;
        const { left, top, width, height } = u.bbox;
        const ends = [];
        u.series.forEach((s, i) => {
            if (!i || !s.show || !s.label || s.stroke() === 'transparent') return;
            let at = u.series[0].idxs ? u.series[0].idxs[1] : u.data[0].length - 1;
            while (at >= 0 && u.data[i][at] == null) at--;
            if (at >= 0) ends.push({ label: s.label, x: u.valToPos(u.data[0][at], 'x', true), color: s.stroke(), y: Math.max(top, Math.min(top + height, u.valToPos(u.data[i][at], 'y', true))) });
        });
        ctx.save();
        ctx.font = 11 * dpr + 'px ' + css('--font');
        ctx.textBaseline = 'middle';
        ctx.textAlign = 'left';
        let last = -Infinity;
        for (const end of ends.sort((a, b) => a.y - b.y)) {
            last = Math.max(end.y, last + 11 * dpr);
            ctx.fillStyle = end.color;
            ctx.fillText(end.label, (atEdge ? left + width : Math.min(left + width, end.x)) + 5 * dpr, last);
        }
        ctx.restore();
    };

    const swatch = (s) => {
        const span = el('span', { class: 'swatch', 'aria-hidden': 'true' });
        span.style.borderTop = (s.width && s.width < 1.2 ? '2px ' : '3px ') + (!s.dash ? 'solid ' : s.dash[0] > 2 ? 'dashed ' : 'dotted ') + seriesColor(s.color);
        return span;
    };

    /** A chart over time; in a page of a run in progress, the one of that title with its new data. */
    const chartOf = (spec) => {
        const before = desk.find(spec.title);
        if (before) before.renew(spec);
        return before || new Chart(spec);
    };

    return { Chart, chartOf };
})();
