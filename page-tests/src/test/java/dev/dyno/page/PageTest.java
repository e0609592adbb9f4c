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

    static double number(String script, Object... arguments) {
        return browser().number(script, arguments);
    }

    static String text(String script, Object... arguments) {
        return browser().text(script, arguments);
    }

    static List<String> texts(String script, Object... arguments) {
        return browser().texts(script, arguments);
    }

    static String words(String selector) {
        return browser().words(selector);
    }

    static List<String> allWords(String selector) {
        return browser().allWords(selector);
    }

    static void tell(String script, Object... arguments) {
        browser().tell(script, arguments);
    }

    static boolean isDark() {
        return number("return asks.luminance(asks.rgba(getComputedStyle(document.documentElement).backgroundColor))")
                < 0.2;
    }

    static List<String> titles() {
        return texts("return asks.charts().map(asks.titleOf)");
    }
}
