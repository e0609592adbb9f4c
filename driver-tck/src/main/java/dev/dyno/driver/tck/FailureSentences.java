package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.DriverException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Checks the sentences of failures. A driver must throw a {@link DriverException} with a sentence in one line. */
public final class FailureSentences {

    private static final String LEFT_OUT = "…";

    private FailureSentences() {}

    /** @param sentence expected sentence, with {@code …} for any words */
    public static void assertFails(ThrowingCallable call, String sentence) {
        assertSentence(catchThrowable(call), sentence);
    }

    /** @param sentence expected sentence, with {@code …} for any words */
    public static void assertSentence(@Nullable Throwable failure, String sentence) {
        assertThat(failure).hasMessageNotContainingAny("\n", "\r");
        assertSentence(DriverException.class, failure, sentence);
    }

    /** Checks the sentence, on one or more lines, of an exception that need not come from a driver. */
    public static void assertFails(Class<? extends Exception> type, ThrowingCallable call, String sentence) {
        assertSentence(type, catchThrowable(call), sentence);
    }

    private static void assertSentence(Class<? extends Exception> type, @Nullable Throwable failure, String sentence) {
        assertThat(failure).isInstanceOf(type);
        if (sentence.contains(LEFT_OUT)) {
            String pattern = Stream.of(sentence.split(LEFT_OUT, -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining(".*", "(?s)", ""));
            assertThat(failure).hasMessageMatching(pattern);
        } else {
            assertThat(failure).hasMessage(sentence);
        }
    }
}
