/** Tests of the AMQP 0-9-1 driver, on real brokers. */
@NullMarked
package dev.dyno.driver.rabbitmq;

import org.jspecify.annotations.NullMarked;
