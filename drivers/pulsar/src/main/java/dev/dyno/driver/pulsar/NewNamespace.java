package dev.dyno.driver.pulsar;

import dev.dyno.driver.setting.ValueType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Settings of a namespace that is to be created.
 *
 * @param copies of its messages; empty = as the broker is set up
 * @param deduplication whether the broker drops messages that come twice; empty = as the broker is set up
 */
record NewNamespace(Optional<Copies> copies, Optional<Boolean> deduplication) {

    /** Number of bookies of a ledger, of those that get each message, and of those that must acknowledge it. */
    record Copies(int ensemble, int written, int acknowledged) {

        static final String EXPECTED = "three numbers of bookies like 3/3/2, none more than the one before";

        /** @throws IllegalArgumentException with a sentence, if the text is not three numbers or one exceeds the one before */
        static Copies parse(String text) {
            String[] numbers = text.split("/", -1);
            if (numbers.length == 3 && Arrays.stream(numbers).allMatch(number -> number.matches("[1-9]\\d{0,4}"))) {
                Copies copies = new Copies(
                        Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Integer.parseInt(numbers[2]));
                if (copies.ensemble >= copies.written && copies.written >= copies.acknowledged) {
                    return copies;
                }
            }
            throw ValueType.refusal(text, EXPECTED);
        }

        /** Text for the semantics card. */
        static String words(Object ensemble, Object written, Object acknowledged) {
            return "written to " + written + " of " + ensemble + " bookies, acknowledged by " + acknowledged;
        }
    }
}
