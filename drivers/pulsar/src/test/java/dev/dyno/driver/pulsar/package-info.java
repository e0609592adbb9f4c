/** The Pulsar driver on a real Pulsar. */
@NullMarked
package dev.dyno.driver.pulsar;

import org.jspecify.annotations.NullMarked;
