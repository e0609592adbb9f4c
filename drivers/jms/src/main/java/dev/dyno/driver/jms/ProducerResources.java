package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.LosableConnection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** Objects of the provider that a producer holds, and their closing. */
record ProducerResources(
        JmsClientConnection connection,
        Session session,
        MessageProducer producer,
        MessageMaker messages,
        Destination destination) {

    String cannotSend() {
        return "cannot send to " + destination;
    }

    /** Failure of a send. */
    DriverException failure(Throwable cause) {
        return connection.sendFailure(cannotSend(), cause);
    }

    void close(LosableConnection.Part owner) {
        connection.close("jms-producer", () -> {
            try {
                producer.close();
            } finally {
                session.close();
            }
        });
        connection.forget(owner);
    }
}
