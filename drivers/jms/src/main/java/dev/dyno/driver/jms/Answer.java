package dev.dyno.driver.jms;

import org.jspecify.annotations.Nullable;

/** Is told how the broker answered a send. Any thread. */
@FunctionalInterface
interface Answer {

    /** @param failure null if the broker has the message */
    void answered(@Nullable Exception failure);
}
