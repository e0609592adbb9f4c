package dev.dyno.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The key of a message, in both forms that client libraries want, so that a message with a key costs no conversion. Made
 * before the load and used for many messages.
 *
 * <p>Assumptions and guarantees: immutable as long as nobody writes to {@link #utf8}; usable from any thread.
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

    /** The text in UTF-8: the one array of this key, not to be changed. */
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
