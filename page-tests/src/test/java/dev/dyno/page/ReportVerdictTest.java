package dev.dyno.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The verdict of a page and the answer in it. */
class ReportVerdictTest extends PageTest {

    private static final String ANSWER =
            "return dyno.summary.verdictOf(dyno.model.data.runs[0])[0].querySelector('.answer').textContent";

    @Test
    void failedRunSaysWhyAndShowsWhatThereWas() {
        open("failed");
        assertThat(words(".verdict")).contains("INVALID");
        assertThat(words(".verdict li")).containsIgnoringCase("failed");
        assertThat(titles()).contains("Rate", "End-to-end by percentile", "CPU");
    }

    /** The processors were full, and the rate was neither missed nor left to the broker. */
    @Test
    void aRateThatWasServedHadNoLimit() {
        open("paused");
        browser()
                .tell("dyno.model.data.runs[0].findings ="
                        + " ['processors-saturated'].map((code) => ({ code, level: 'NOTE', sentence: 'x' }))");
        assertThat(text(ANSWER)).doesNotContain("limited by");
        browser()
                .tell(
                        "dyno.model.data.runs[0].findings ="
                                + " ['rate-missed', 'processors-saturated'].map((code) => ({ code, level: 'NOTE', sentence: 'x' }))");
        assertThat(text(ANSWER)).endsWith("; limited by the processors, all of them full.");
    }

    /** The rate that was held is that of the sends. */
    @Test
    void aRateThatConsumersDidNotTakeSaysWhatTheyTook() {
        open("paused");
        String held = "const run = dyno.model.data.runs[0];"
                + " run.findings = [{ code: 'rate-held', level: 'NOTE', sentence: 'x' }]; run.measured.sent = 2000;"
                + " run.measured.received = ";
        browser().tell(held + 1_790);
        assertThat(text(ANSWER)).containsPattern("400/s asked for and held, [0-9]+/s received; response ");
        browser().tell(held + 1_990);
        assertThat(text(ANSWER)).contains("400/s asked for and held; response ");
    }
}
