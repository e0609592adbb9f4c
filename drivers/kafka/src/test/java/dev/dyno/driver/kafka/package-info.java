/** Tests of the Kafka driver on a real broker. */
@NullMarked
package dev.dyno.driver.kafka;

import org.jspecify.annotations.NullMarked;
