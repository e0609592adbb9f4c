// All charts of the page: the time that they share, how they follow the window.
dyno.desk = (() => {
    'use strict';
    const { el } = dyno.dom;

    let all = [];
    let printing = false;
    const live = el('p', { class: 'offscreen', 'aria-live': 'polite' });

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
        const range = [Math.max(whole[0], from), Math.min(whole[1], to)];
        // Beyond the run there is nothing to show.
        zoomTo(from == null || range[0] >= range[1] ? null : range);
    };

    const zoomTo = (range) => {
        zoomed = range && (range[0] > whole[0] || range[1] < whole[1]) ? range : null;
        const [min, max] = timeRange();
        for (const chart of all) if (chart.spec.time && chart.plot) chart.plot.setScale('x', { min, max });
        onZoom(zoomed);
    };

    /** At once, whether they are on the screen or not: a printer and a screenshot do not scroll. */
    const drawAll = () => { for (const chart of all) chart.draw(); };

    const print = (on) => {
        printing = on;
        for (const chart of all) if (chart.figure.offsetParent) chart.redraw();
    };

    return {
        live,
        zoom,
        zoomTo,
        timeRange,
        /** The chosen span; null for all time. */
        span: () => zoomed,
        print,
        isPrinting: () => printing,
        drawAll,
        add(chart) {
            all.push(chart);
        },
        find: (title) => all.find((chart) => chart.spec.title === title && chart.figure.isConnected),
        /** Shows a longer time from now on. */
        extend(range) { whole = range; },
        /** Forgets all charts and begins with a new time. */
        begin(range, listener) {
            for (const chart of all) chart.destroy();
            all = [];
            whole = range;
            zoomed = null;
            onZoom = listener;
        },
        watch(element) { resized.observe(element); },
        redrawAll() { for (const chart of all) if (chart.plot) chart.redraw(); },
    };
})();
