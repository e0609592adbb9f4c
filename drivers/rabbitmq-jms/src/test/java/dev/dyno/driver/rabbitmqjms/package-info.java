/** The preset of the JMS driver for RabbitMQ's JMS client, on a real RabbitMQ. */
package dev.dyno.driver.rabbitmqjms;
