// Questions of the tests to an open page; it has the object dyno of the page.
window.asks = (() => {
    'use strict';

    const charts = () => [...document.querySelectorAll('figure.chart')].map((figure) => figure.chart);
    const titleOf = (chart) => chart.figure.querySelector('figcaption strong').textContent;
    const chartOf = (title) => charts().find((chart) => titleOf(chart) === title);
    const overTime = () => charts().filter((chart) => chart.spec.time);

    /** Pixels of a colour, within the axes: lines are coloured, the grid, words and bands are grey. */
    const coloured = (chart) => {
        const { ctx, bbox } = chart.plot;
        // A line of zeros lies on the lower edge.
        const { data } = ctx.getImageData(Math.round(bbox.left), Math.round(bbox.top) - 3, Math.round(bbox.width), Math.round(bbox.height) + 6);
        let found = 0;
        for (let i = 0; i < data.length; i += 4) {
            if (data[i + 3] > 128 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 40) found++;
        }
        return found;
    };

    /** Why a chart is not as it should be; nothing of those that are. */
    const poor = () => charts().flatMap((chart) => {
        const title = titleOf(chart);
        if (!chart.plot) return [title + ': is not drawn'];
        const lines = chart.spec.series;
        if (!lines.length) return [title + ': has no line'];
        const found = [];
        if (!lines.some((line) => line.y.some((v) => v != null))) found.push(title + ': has no data');
        for (const line of lines) {
            if (line.x.length !== line.y.length) found.push(title + ': ' + line.label + ' has ' + line.x.length + ' places and ' + line.y.length + ' values');
            if (line.y.some((v) => v != null && !Number.isFinite(v))) found.push(title + ': ' + line.label + ' has what is no number');
        }
        if (coloured(chart) < 20) found.push(title + ': shows nothing');
        const { width } = chart.figure.querySelector('canvas').getBoundingClientRect();
        if (Math.abs(width - chart.canvas.clientWidth) > 2) found.push(title + ': is ' + width + ' px wide in a place of ' + chart.canvas.clientWidth);
        return found;
    });

    /** When what was begun is on the screen. */
    const later = (ask) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(ask()))));

    /** Number of coloured pixels of a new chart with one line. */
    const drawn = (y) => {
        const chart = new dyno.chart.Chart({ title: 'New', unit: 'NUMBER', height: 180, xText: String, xLabel: 'x', series: [{ label: 'y', color: '--c1', x: y.map((_, i) => i), y }] });
        document.querySelector('.charts').append(chart.figure);
        chart.draw();
        return later(() => {
            const found = coloured(chart);
            chart.destroy();
            chart.figure.remove();
            return found;
        });
    };

    /** The instants at which the cursors of the charts over time stand. */
    const cursors = () => overTime().map((chart) => (chart.plot.cursor.idx == null ? null : chart.plot.data[0][chart.plot.cursor.idx]));

    /** Charts whose cursor is not at the place that is nearest to where that of one chart is. */
    const farCursors = (one) => {
        const at = one.plot.posToVal(one.plot.cursor.left, 'x');
        return overTime().filter((chart) => {
            const places = chart.plot.data[0];
            const least = Math.min(...places.map((place) => Math.abs(place - at)));
            // A pixel is so wide.
            return Math.abs(places[chart.plot.cursor.idx] - at) > least + 2 * (chart.plot.posToVal(1, 'x') - chart.plot.posToVal(0, 'x'));
        }).map(titleOf);
    };

    const ranges = () => [...new Set(overTime().map((chart) => [chart.plot.scales.x.min, chart.plot.scales.x.max].map((s) => s.toFixed(3)).join(' to ')))];

    const rgba = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length > 3 ? n : [...n, 1]; };
    const luminance = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    /** As the accessibility guidelines have it. */
    const contrast = (a, b) => {
        const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
        return (light + 0.05) / (dark + 0.05);
    };
    const behind = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const colour = rgba(getComputedStyle(e).backgroundColor);
            if (colour[3] === 1) return colour;
        }
        return [255, 255, 255, 1];
    };
    const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;

    /** Texts with less contrast than can be read well. */
    const faint = () => {
        const found = new Set();
        const walker = document.createTreeWalker(document.getElementById('report') || document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const element = walker.currentNode.parentElement;
            if (!walker.currentNode.textContent.trim() || !visible(element) || element.closest(':disabled, [aria-pressed="false"], .offscreen')) continue;
            const ratio = contrast(rgba(getComputedStyle(element).color), behind(element));
            if (ratio < 4.5) found.add(ratio.toFixed(2) + ' ' + walker.currentNode.textContent.trim().slice(0, 40));
        }
        return [...found];
    };

    /** Lines that can hardly be told from what is behind them. */
    const faintLines = () => {
        const canvas = document.createElement('canvas').getContext('2d');
        const found = new Set();
        for (const chart of charts()) {
            for (const line of chart.spec.series.filter((s) => s.color)) {
                canvas.fillStyle = dyno.look.seriesColor(line.color);
                const hex = canvas.fillStyle;
                const ratio = contrast([1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)), behind(chart.figure));
                if (ratio < 3) found.add(ratio.toFixed(2) + ' ' + line.color);
            }
        }
        return [...found];
    };

    /** Elements that reach over the right edge, without those in an element that scrolls by itself. */
    const wide = (width) => [...document.body.querySelectorAll('*')]
        .filter((e) => visible(e) && !e.closest('.scroll, .wide, pre, .offscreen, .plot') && e.getBoundingClientRect().right > width + 0.5)
        .map((e) => e.tagName + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().right));

    /** Controls that the keyboard must reach, in order, without those in a closed element. */
    const controls = () => [...document.querySelectorAll('button:enabled, select, input, summary, figure.chart')].filter(visible);

    /** Where the focus is: what it is, and whether it is one of those, is seen there, and is anywhere. */
    const focus = () => {
        const at = document.activeElement;
        return [describe(at), ...[controls().includes(at), getComputedStyle(at).outlineStyle !== 'none', at !== document.body].map(String)];
    };

    const describe = (element) => [element.tagName, element.getAttribute('aria-label') || element.title || element.textContent.trim().slice(0, 40)].join(' ');

    return { charts, titleOf, chartOf, overTime, poor, later, drawn, cursors, farCursors, ranges, rgba, luminance, faint, faintLines, wide, controls, focus, describe, visible };
})();
