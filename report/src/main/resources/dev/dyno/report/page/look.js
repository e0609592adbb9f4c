// Colours and sizes, as the style sheet has them.
dyno.look = (() => {
    'use strict';

    const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const narrow = () => document.documentElement.clientWidth < 600;
    const font = () => '11px ' + css('--font');
    const seriesColor = (c) => (c.startsWith('--') ? css(c) : c);

    /** Colours between stops, as many as asked for. */
    const ramp = (stops, steps) => {
        const rgb = stops.map((s) => [1, 3, 5].map((i) => parseInt(s.slice(i, i + 2), 16)));
        return Array.from({ length: steps }, (_, i) => {
            const at = (i / (steps - 1)) * (rgb.length - 1);
            const a = rgb[Math.floor(at)];
            const b = rgb[Math.min(rgb.length - 1, Math.floor(at) + 1)];
            const f = at - Math.floor(at);
            return 'rgb(' + a.map((v, j) => Math.round(v + (b[j] - v) * f)).join(',') + ')';
        });
    };

    const isDark = () => {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    };
    const setTheme = (theme) => { if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme; };

    return { css, narrow, font, seriesColor, ramp, isDark, setTheme };
})();
