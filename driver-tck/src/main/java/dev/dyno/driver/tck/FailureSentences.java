package dev.dyno.driver.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.dyno.driver.DriverException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Checks sentences about what is refused and what has failed. That of a driver is one line of a {@link DriverException}. */
public final class FailureSentences {

    private static final String LEFT_OUT = "…";

    private FailureSentences() {}

    /** @param sentence with {@code …} for any words */
    public static void assertFails(ThrowingCallable call, String sentence) {
        assertSentence(catchThrowable(call), sentence);
    }

    /** @param sentence with {@code …} for any words */
    public static void assertSentence(@Nullable Throwable failure, String sentence) {
        assertThat(failure).hasMessageNotContainingAny("\n", "\r");
        assertSentence(DriverException.class, failure, sentence);
    }

    /** The same for what others than drivers throw, of one or more lines. */
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
