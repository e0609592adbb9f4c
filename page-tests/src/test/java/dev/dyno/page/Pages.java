package dev.dyno.page;

import dev.dyno.report.store.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/** A browser, and the runs whose pages it opens: once for all test classes of this JVM. */
final class Pages implements AutoCloseable {

    private final Path folder;
    private final OtherRuns others;
    private final Chromium browser;
    private @Nullable Runs runs;

    private Pages(Path folder, Chromium browser) {
        this.folder = folder;
        this.browser = browser;
        others = new OtherRuns(folder);
    }

    /**
     * Starts the browser before the first class; the classes after it share it, and the runs. The store is that of the session,
     * because a JVM of several that divide a module's classes among them has a root context for each class.
     */
    static final class Once implements BeforeAllCallback {

        @Override
        public void beforeAll(ExtensionContext context) {
            PageTest.pages = context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(Pages.class))
                    .getOrComputeIfAbsent(Pages.class, key -> start(), Pages.class);
        }
    }

    private static Pages start() {
        try {
            return new Pages(Files.createTempDirectory("dyno-pages"), Chromium.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    Chromium browser() {
        return browser;
    }

    /** Measured when the first test looks at one of them. */
    synchronized Runs runs() {
        if (runs == null) {
            try {
                runs = Runs.measure(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return runs;
    }

    /** @param name of a run, or {@code several} for the page about three of them */
    Path page(String name) {
        return switch (name) {
            case "paused" -> pageOf(runs().paused());
            case "stalled" -> pageOf(runs().stalled());
            case "failed" -> pageOf(runs().failed());
            case "stopped" -> pageOf(others.stopped());
            case "consumers" -> pageOf(others.consumers());
            case "several" -> others.severalOf(runs());
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Path pageOf(Path run) {
        return run.resolve("report.html");
    }

    @Override
    public void close() throws IOException {
        browser.close();
        RunFolder.deleteAll(folder);
    }
}
