@NullMarked
package dev.dyno.driver.nats;

import org.jspecify.annotations.NullMarked;
