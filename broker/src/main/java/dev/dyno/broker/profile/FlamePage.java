package dev.dyno.broker.profile;

import dev.dyno.model.result.Unit;
import dev.dyno.model.workload.ProfileEvent;
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
 * One event of a recording, drawn as a self-contained page.
 *
 * @param samples number in the window
 * @param total sum over the samples, in the unit of the event: samples, microseconds or bytes
 * @param recordedFromEpochNs start of the recording in ns since 1970; may lie outside the window
 * @param recordedToEpochNs end of the readable part of the recording in ns since 1970
 * @param html empty = there are no samples
 */
record FlamePage(long samples, long total, long recordedFromEpochNs, long recordedToEpochNs, Optional<String> html) {

    private static final long MISSED_NS = 500_000_000;
    private static final double US_PER_S = 1e6;

    /**
     * Texts of the page beside the graph.
     *
     * @param broker name and version
     */
    record Caption(String broker, String method, String cannotSee) {}

    /**
     * Draws a recording, which may lack its end, because a killed JVM had no time to write it.
     *
     * @throws IOException when no part of it can be read
     */
    static FlamePage draw(Path recording, ProfileEvent event, Window window, Caption caption) throws IOException {
        Arguments arguments = new Arguments();
        arguments.lock = event == ProfileEvent.LOCK;
        arguments.alloc = event == ProfileEvent.ALLOC;
        arguments.total = event != ProfileEvent.CPU;
        arguments.dot = true;
        // Normalizes the names of lambdas, which differ between JVMs.
        arguments.norm = true;
        try (JfrReader jfr = new JfrReader(recording.toString())) {
            Flames flames = new Flames(jfr, arguments);
            WindowCollector events = flames.events();
            events.limit(window);
            flames.convert();
            Optional<String> html = Optional.empty();
            if (events.samples() > 0) {
                ByteArrayOutputStream page = new ByteArrayOutputStream();
                flames.dump(page);
                String warning = missed(window, jfr.startNanos, jfr.endNanos)
                        .map(words -> " Beware: " + words + ".")
                        .orElse("");
                html = Optional.of(
                        framed(page.toString(StandardCharsets.UTF_8), event, window, events, caption, warning));
            }
            return new FlamePage(events.samples(), events.total(event), jfr.startNanos, jfr.endNanos, html);
        } catch (RuntimeException e) {
            throw new IOException("it is damaged: " + e, e);
        }
    }

    /** Sentence about the part of the measured phase that the recording lacks, if that is more than 0.5 s. */
    Optional<String> missed(Window window) {
        return missed(window, recordedFromEpochNs, recordedToEpochNs);
    }

    private static Optional<String> missed(Window window, long fromEpochNs, long toEpochNs) {
        long late = Math.max(0, Math.min(fromEpochNs, window.toEpochNs()) - window.fromEpochNs());
        long early = Math.max(0, window.toEpochNs() - Math.max(toEpochNs, window.fromEpochNs()));
        return late + early > MISSED_NS
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "the recording lacks the first %.1f s and the last %.1f s of the measured phase",
                        late / 1e9,
                        early / 1e9))
                : Optional.empty();
    }

    private static final class Flames extends JfrToFlame {

        Flames(JfrReader jfr, Arguments arguments) {
            super(jfr, arguments);
        }

        /** Called by the constructor of the superclass. */
        @Override
        protected EventCollector createCollector(Arguments arguments) {
            return new WindowCollector(jfr, new EventAggregator(arguments.threads, arguments.grain));
        }

        WindowCollector events() {
            return (WindowCollector) collector;
        }
    }

    private static String framed(
            String page, ProfileEvent event, Window window, WindowCollector events, Caption caption, String warning) {
        String title = String.format(
                Locale.ROOT,
                "%s: %s, %.3f s measured from %s, %,d samples",
                caption.broker,
                event.word(),
                window.seconds(),
                window.from(),
                events.samples());
        double total = events.total(event);
        String text = "The width of a frame is its share of the " + event.width()
                + switch (event) {
                    case CPU -> "";
                    case LOCK ->
                        String.format(
                                Locale.ROOT,
                                ": %.3f s, which is %.1f threads at a time",
                                total / US_PER_S,
                                total / US_PER_S / window.seconds());
                    case ALLOC -> ": " + Unit.BYTES.text(total);
                }
                + ". Taken by "
                + caption.method + ". " + caption.cannotSee + warning;
        return page
                // Whatever a name in the graph contains, this policy keeps the page from loading anything.
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

    /** Escapes a text for HTML and for the replacement of a pattern. */
    private static String quoted(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\\", "\\\\")
                .replace("$", "\\$");
    }
}
