package dev.dyno.driver.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Copies message bodies into a reused buffer. Used by one thread at a time. */
final class BodyReader {

    private byte[] bytes = new byte[1024];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);

    /** The body; empty if the message is neither of bytes nor of text. Valid until the next call. */
    ByteBuffer read(Message message) throws JMSException {
        if (message instanceof BytesMessage binary) {
            final int length = Math.toIntExact(binary.getBodyLength());
            ensure(length);
            return length == 0 ? upTo(0) : upTo(Math.max(0, binary.readBytes(bytes, length)));
        }
        if (message instanceof TextMessage text) {
            return characters(text.getText());
        }
        return upTo(0);
    }

    /** Copies one byte per character (ISO 8859-1), in a loop because the methods of the JDK allocate. */
    private ByteBuffer characters(@Nullable String text) {
        if (text == null) {
            return upTo(0);
        }
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return upTo(text.length());
    }

    private ByteBuffer upTo(int length) {
        return buffer.clear().limit(length);
    }

    private void ensure(int length) {
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, bytes.length * 2)];
            buffer = ByteBuffer.wrap(bytes);
        }
    }
}
