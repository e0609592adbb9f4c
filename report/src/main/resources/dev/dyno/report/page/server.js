// The server of a page that is served: the live page and that of the stored runs. A page of a file asks nobody.
dyno.server = (() => {
    'use strict';

    /** Asks the server of this page for something, or with values to do something. What it cannot do is an error with its sentence. */
    const ask = async (path, values) => {
        const answer = await fetch(path, values && { method: 'POST', body: new URLSearchParams(values) }).catch(() => {
            throw new Error('The process that serves this page does not answer.');
        });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
    };

    return { ask };
})();
