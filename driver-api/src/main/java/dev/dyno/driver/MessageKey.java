package dev.dyno.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Key of messages, as a text and in UTF-8: whichever form a client library takes, a send needs no conversion. Made before the
 * load and used for many messages.
 *
 * <p>Assumptions and guarantees: usable from any thread; immutable as long as nobody changes the array of {@link #utf8}.
 */
public final class MessageKey {

    private final String text;
    private final byte[] utf8;

    public MessageKey(String text) {
        this.text = text;
        utf8 = text.getBytes(StandardCharsets.UTF_8);
    }

    public String text() {
        return text;
    }

    /** The text in UTF-8: always the same array, which must not be changed. */
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageKey key && Arrays.equals(utf8, key.utf8);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
