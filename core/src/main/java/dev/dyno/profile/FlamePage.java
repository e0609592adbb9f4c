package dev.dyno.profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import one.jfr.JfrReader;
import one.jfr.event.EventAggregator;
import one.jfr.event.EventCollector;

/**
 * Draws one event of a recording as a page that needs nothing beside it.
 *
 * @param samples in the window
 * @param total what they stand for
 * @param recordedFromEpochNs when the recording began, window or not
 * @param recordedToEpochNs when it ended, as far as it is whole
 * @param html empty = there is no sample
 */
record FlamePage(long samples, long total, long recordedFromEpochNs, long recordedToEpochNs, Optional<String> html) {

    /**
     * What the page says beside the graph.
     *
     * @param broker name and version
     */
    record Caption(String broker, String method, String cannotSee) {}

    /**
     * Reads a recording, which may lack its end: a JVM that was killed had no time to write it.
     *
     * @param lockIntervalNs see {@link Sampler#lockIntervalNs}
     * @throws IOException when nothing of it can be read
     */
    static FlamePage draw(Path recording, ProfileEvent event, Window window, long lockIntervalNs, Caption caption)
            throws IOException {
        Arguments arguments = new Arguments();
        arguments.lock = event == ProfileEvent.LOCK;
        arguments.alloc = event == ProfileEvent.ALLOC;
        arguments.total = event != ProfileEvent.CPU;
        arguments.dot = true;
        // One lambda has another name in each JVM.
        arguments.norm = true;
        try (JfrReader jfr = new JfrReader(recording.toString())) {
            Flames flames = new Flames(jfr, arguments);
            WindowCollector events = flames.events();
            events.limit(window, lockIntervalNs);
            flames.convert();
            Optional<String> html = Optional.empty();
            if (events.samples() > 0) {
                ByteArrayOutputStream page = new ByteArrayOutputStream();
                flames.dump(page);
                html = Optional.of(framed(page.toString(StandardCharsets.UTF_8), event, window, events, caption));
            }
            return new FlamePage(events.samples(), events.total(event), jfr.startNanos, jfr.endNanos, html);
        } catch (RuntimeException e) {
            throw new IOException("it is damaged: " + e, e);
        }
    }

    private static final class Flames extends JfrToFlame {

        Flames(JfrReader jfr, Arguments arguments) {
            super(jfr, arguments);
        }

        /** Called by the constructor of the class above. */
        @Override
        protected EventCollector createCollector(Arguments arguments) {
            return new WindowCollector(jfr, new EventAggregator(arguments.threads, arguments.grain));
        }

        WindowCollector events() {
            return (WindowCollector) collector;
        }
    }

    private static String framed(
            String page, ProfileEvent event, Window window, WindowCollector events, Caption caption) {
        String title = String.format(
                Locale.ROOT,
                "%s: %s, %.3f s measured from %s, %,d samples",
                caption.broker,
                event.word(),
                window.seconds(),
                window.from(),
                events.samples());
        String total = event == ProfileEvent.CPU
                ? ""
                : String.format(Locale.ROOT, ": %,d %s in all", events.total(event), event.unit());
        String text = "The width of a frame is its share of the " + event.width() + total + ". Taken by "
                + caption.method + ". " + caption.cannotSee;
        return page
                // Whatever a name in the graph might be, nothing is ever loaded.
                .replaceFirst(
                        "<meta charset='utf-8'>",
                        "<meta charset='utf-8'>\n<meta http-equiv='Content-Security-Policy' content=\"default-src 'none';"
                                + " style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>"
                                + quoted(title) + "</title>")
                .replaceFirst("<h1>[^<]*</h1>", "<h1>" + quoted(title) + "</h1>")
                .replaceFirst("Produced by <a [^>]*>async-profiler</a>", "Drawn by async-profiler")
                .replaceFirst(
                        "<canvas id='canvas'>",
                        "<div style='clear: both; margin-bottom: 6px'>" + quoted(text) + "</div>\n<canvas id='canvas'>")
                .replace("'1 sample'", "'1 " + event.unit() + "'")
                .replace("' samples'", "' " + event.unit() + "'");
    }

    /** For HTML, and for the replacement of a pattern. */
    private static String quoted(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\\", "\\\\")
                .replace("$", "\\$");
    }
}
