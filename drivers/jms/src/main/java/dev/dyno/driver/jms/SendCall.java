package dev.dyno.driver.jms;

import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;

/**
 * Way of sending a message and receiving the broker's answer: with the completion listener of JMS 2.0, with a callback of the
 * provider, or without an answer.
 *
 * <p>Assumptions and guarantees: usable from any thread; a send allocates nothing.
 */
interface SendCall {

    /** Callback for {@link #send} that reports to the given answer; made once and used for many sends. */
    Object callback(Answer answer);

    /** Sends without waiting; the callback is called once the broker has answered. */
    void send(MessageProducer producer, Message message, Object callback) throws JMSException;

    /** Way of JMS 2.0. */
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

    /** Way for a provider whose blocking send does not wait for the broker: when it returns, no answer follows. */
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
