// All charts of the page: the time that they share, when they are drawn, how they follow the window.
dyno.desk = (() => {
    'use strict';
    const { el } = dyno.dom;

    let all = [];
    let printing = false;
    const live = el('p', { class: 'offscreen', 'aria-live': 'polite' });

    const observer = new IntersectionObserver((entries) => {
        for (const entry of entries) if (entry.isIntersecting) entry.target.chart.draw();
    }, { rootMargin: '300px' });

    const resized = new ResizeObserver(() => {
        if (printing) return;
        for (const chart of all) {
            const width = chart.plot ? chart.width() : 0;
            if (width > 0 && width !== chart.plot.width) chart.plot.setSize({ width, height: chart.height() });
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

    /** Longer than this nobody who scrolls or types is kept waiting. */
    const SLICE_MS = 12;

    /** Draws what has not been looked at yet, a little at a time, so that scrolling and printing find it there; then tells that all is drawn. */
    const drawRest = (drawn) => setTimeout(() => {
        const until = performance.now() + SLICE_MS;
        const left = all.filter((c) => !c.plot && c.figure.offsetParent);
        if (!left.length) {
            drawn();
            return;
        }
        do left.shift().draw();
        while (left.length && performance.now() < until);
        drawRest(drawn);
    });

    const print = (on) => {
        printing = on;
        for (const chart of all) if (chart.figure.offsetParent) chart.redraw();
    };

    return {
        live,
        zoom,
        zoomTo,
        timeRange,
        print,
        isPrinting: () => printing,
        drawRest,
        add(chart) {
            all.push(chart);
            observer.observe(chart.figure);
        },
        /** Forgets all charts and begins with a new time. */
        begin(range, listener) {
            for (const chart of all) chart.destroy();
            observer.disconnect();
            all = [];
            whole = range;
            zoomed = null;
            onZoom = listener;
        },
        watch(element) { resized.observe(element); },
        redrawAll() { for (const chart of all) if (chart.plot) chart.redraw(); },
    };
})();
