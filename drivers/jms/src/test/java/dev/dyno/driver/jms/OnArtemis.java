package dev.dyno.driver.jms;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** Tests that share one broker. */
abstract class OnArtemis {

    @AutoClose
    @SuppressWarnings("NullAway.Init") // Before all tests.
    static TestBroker broker;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = TestBroker.start();
    }
}
