/** The preset of the JMS driver for RabbitMQ's JMS client, on a real RabbitMQ. */
@NullMarked
package dev.dyno.driver.rabbitmqjms;

import org.jspecify.annotations.NullMarked;
