package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of pages about runs that were measured for them, opened in Chromium. */
@Tag("slow")
@ExtendWith(Pages.Once.class)
abstract class PageTest {

    /** Set before the first test of a class. */
    @SuppressWarnings("NullAway.Init")
    static Pages pages;

    private Path opened = Path.of("");

    static Chromium browser() {
        return pages.browser();
    }

    /** @param name as {@link Pages#page} takes it */
    final void open(String name) {
        open(pages.page(name));
    }

    final void open(Path page) {
        opened = page;
        browser().open(page);
    }

    /** @param page without a script of its own */
    final void openWithoutScript(Path page) {
        opened = page;
        browser().openWithoutScript(page);
    }

    /** Whatever a test has done with the page. */
    @AfterEach
    void pageComplainsOfNothingAndAsksForNothingButItself() {
        assertThat(browser().console()).isEmpty();
        assertThat(new HashSet<>(browser().requests()))
                .containsExactly(opened.toUri().toString());
        browser().scheme(false);
        browser().size(0, 0);
    }

    static List<String> titles() {
        return browser().texts("return asks.charts().map(asks.titleOf)");
    }
}
