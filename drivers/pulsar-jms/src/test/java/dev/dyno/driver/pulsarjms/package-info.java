/** The preset of the JMS driver for Starlight for JMS, on a real Pulsar. */
package dev.dyno.driver.pulsarjms;
