package dev.dyno.driver.jms;

import org.jspecify.annotations.Nullable;

/** Receives the broker's answer to a send. Any thread. */
@FunctionalInterface
interface Answer {

    /** @param failure null if the broker has the message */
    void answered(@Nullable Exception failure);
}
