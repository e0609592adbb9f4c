package dev.dyno.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pages that a command serves, in Chromium. */
@Tag("slow")
@ExtendWith(Pages.Once.class)
abstract class ServedPageTest {

    static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

    @TempDir
    Path runs = Path.of("");

    final Chromium browser = PageTest.browser();

    private final List<DynoCommand> opened = new ArrayList<>();

    /** A page that stays open would ask its command for more. */
    @AfterEach
    void close() {
        browser.openWithoutScript("about:blank");
        browser.scheme(false);
        browser.size(0, 0);
        opened.forEach(DynoCommand::stop);
    }

    /** Opens the first page of a command; the browser resolves no address but this name. */
    final String open(DynoCommand command) {
        opened.add(command);
        String url = command.await("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]+/").replace("127.0.0.1", "localhost");
        browser.open(url);
        return url;
    }

    /** Starts a load that serves its page. */
    final DynoCommand load(String words) {
        return DynoCommand.start(
                JVM, ("client --broker sim --rate 400 --warmup 1 --ui --runs " + runs + " " + words).split(" ", -1));
    }

    /** Ends the load that the page shows. */
    final void endTheLoad() {
        browser.tell("window.confirm = () => true; document.querySelector('[aria-label=\"End the load\"]').click()");
    }

    final int seconds() {
        return (int) browser.number("return dyno.model.data.runs[0].intervals.startS.length");
    }

    /** Waits until the page has that many seconds. */
    final void await(int seconds) {
        browser.await("dyno.model.data.runs[0]?.intervals.startS.length >= " + seconds);
    }

    /** Names of the stored runs. */
    final List<String> folders() throws IOException {
        try (Stream<Path> all = Files.list(runs)) {
            return all.map(folder -> folder.getFileName().toString()).sorted().toList();
        }
    }
}
