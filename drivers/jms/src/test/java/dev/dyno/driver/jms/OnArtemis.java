package dev.dyno.driver.jms;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests that share one broker. */
abstract class OnArtemis {

    @SuppressWarnings("NullAway.Init") // Before all tests.
    static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }
}
