// Marks behind the lines of a chart over time, and over them: phases, outages, faults.
dyno.marks = (() => {
    'use strict';
    const { css, seriesColor } = dyno.look;

    /** In CSS pixels. */
    const ROW = 14;

    /** Rows of words above the plot: faults that come soon after each other take several. */
    const rowsOf = (marks) => (marks.faults.length ? Math.min(3, marks.faults.length) : marks.phases.length ? 1 : 0);

    /** The room that the words need above the plot, in CSS pixels. */
    const roomOf = (marks) => ROW * rowsOf(marks);

    /** Bands behind the lines, lines and words over them. @param of gives the marks, which may become more during the run */
    const backdrop = (of) => ({
        drawClear: [(u) => {
            const { ctx } = u;
            const marks = of();
            const { left, top, width, height } = u.bbox;
            const x = (s) => Math.round(Math.max(left, Math.min(left + width, u.valToPos(s, 'x', true))));
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
            const marks = of();
            const rows = rowsOf(marks);
            ctx.save();
            ctx.font = 11 * dpr + 'px ' + css('--font');
            ctx.textBaseline = 'top';
            ctx.textAlign = 'left';
            const place = (text, x, color) => {
                const w = ctx.measureText(text).width;
                let row = ends.findIndex((end) => end + 6 * dpr < x);
                if (row < 0) row = ends.length;
                if (row >= rows || x + w > left + width + 20 * dpr) return;
                ends[row] = x + w;
                ctx.fillStyle = color;
                ctx.fillText(text, x, top - ((row + 1) * ROW - 1) * dpr);
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

    return { backdrop, roomOf };
})();
