package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The pages of a run that was stopped, and of one of consumers alone. */
class PageOfOtherRunsTest extends PageTest {

    @Test
    void runThatWasStoppedByCtrlCSaysSo() {
        open("stopped");
        assertThat(words(".run .warn")).isEqualTo("This run was stopped before its end.");
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    @Test
    void consumersAloneHaveNoChartOfSending() {
        open("consumers");
        assertThat(titles()).contains("Rate", "End-to-end by percentile").doesNotContain("Send delay", "Backlog");
        assertThat(texts("return asks.chartOf('Rate').spec.series.map((s) => s.label)"))
                .containsExactly("received");
        assertThat(texts("return asks.poor()")).isEmpty();
    }

    @Test
    void onATelephoneThePageOfConsumersIsNoWiderThanTheScreen() {
        browser().size(390, 844);
        open("consumers");
        assertThat(number("return document.scrollingElement.scrollWidth")).isEqualTo(390);
        assertThat(texts("return asks.wide(390)")).isEmpty();
        assertThat(texts("return asks.poor()")).isEmpty();
    }
}
