package dev.dyno.driver.jms;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.MessageKey;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes and fills the messages of one producer. Used by one thread at a time. */
final class MessageMaker {

    private static final String GROUP = "JMSXGroupID";

    private final Session session;
    private final boolean text;
    private final String[] names;
    private final Object[] values;
    private final boolean hasKeys;
    private @Nullable MessageKey key;

    /** @param hasKeys whether the provider has message groups, which serve as keys */
    MessageMaker(Session session, ProducerSpec spec, boolean hasKeys) {
        this.session = session;
        this.hasKeys = hasKeys;
        text = spec.body() == BodyType.TEXT;
        int size = spec.properties().size() + (spec.group().isPresent() ? 1 : 0);
        names = new String[size];
        values = new Object[size];
        int i = 0;
        for (Map.Entry<String, Object> property : spec.properties().entrySet()) {
            names[i] = property.getKey();
            values[i++] = property.getValue();
        }
        if (spec.group().isPresent()) {
            names[i] = GROUP;
            values[i] = spec.group().get();
        }
    }

    /** Sets the key of the next messages, which is a message group here. */
    void useKey(MessageKey next) throws DriverException {
        if (!hasKeys) {
            throw new DriverException("this provider has no message groups, and so no keys");
        }
        key = next;
    }

    /** A message without a body, with the group and the properties, which survive {@link Message#clearBody}. */
    Message create() throws JMSException {
        Message message = text ? session.createTextMessage() : session.createBytesMessage();
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(GROUP)) {
                message.setStringProperty(GROUP, (String) values[i]);
            } else {
                message.setObjectProperty(names[i], values[i]);
            }
        }
        return message;
    }

    void refill(Message message, ByteBuffer body) throws JMSException {
        message.clearBody();
        fill(message, body);
    }

    /**
     * Sets body and present key of a message without a body. The text with one character per byte is the only allocation, which
     * JMS makes unavoidable.
     */
    void fill(Message message, ByteBuffer body) throws JMSException {
        final MessageKey present = key;
        if (present != null) {
            message.setStringProperty(GROUP, present.text());
        }
        final byte[] array = body.array();
        final int offset = body.arrayOffset() + body.position();
        final int length = body.remaining();
        if (text) {
            ((TextMessage) message).setText(new String(array, offset, length, StandardCharsets.ISO_8859_1));
        } else {
            ((BytesMessage) message).writeBytes(array, offset, length);
        }
    }
}
