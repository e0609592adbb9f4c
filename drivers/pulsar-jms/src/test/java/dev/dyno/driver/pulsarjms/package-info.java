/** The preset of the JMS driver for Starlight for JMS, on a real Pulsar. */
@NullMarked
package dev.dyno.driver.pulsarjms;

import org.jspecify.annotations.NullMarked;
