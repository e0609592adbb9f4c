package dev.dyno.driver.jms;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;

/**
 * How a message is sent so that the broker's answer is heard: by the completion listener of JMS 2.0, by a callback of the
 * provider's own, or not at all where there is no answer.
 *
 * <p>Assumptions and guarantees: usable from any thread; a send allocates nothing.
 */
interface SendCall {

    /** What {@link #send} takes to tell this answer; to be made once and used for many sends. */
    Object callback(Answer answer);

    /** Sends without waiting; the callback is told once the broker has answered. */
    void send(MessageProducer producer, Message message, Object callback) throws JMSException;

    /** The way of JMS 2.0. */
    SendCall COMPLETION_LISTENER = new SendCall() {
        @Override
        public Object callback(Answer answer) {
            return new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    answer.answered(null);
                }

                @Override
                public void onException(Message message, Exception exception) {
                    answer.answered(exception);
                }
            };
        }

        @Override
        public void send(MessageProducer producer, Message message, Object callback) throws JMSException {
            producer.send(message, (CompletionListener) callback);
        }
    };

    /** For a provider whose blocking send does not wait for the broker: when it returns, there is nothing more to hear. */
    SendCall COMPLETE_AT_RETURN = new SendCall() {
        @Override
        public Object callback(Answer answer) {
            return answer;
        }

        @Override
        public void send(MessageProducer producer, Message message, Object callback) throws JMSException {
            producer.send(message);
            ((Answer) callback).answered(null);
        }
    };
}
