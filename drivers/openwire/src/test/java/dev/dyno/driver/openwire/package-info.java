/** The OpenWire preset of the JMS driver, on a real ActiveMQ Classic. */
@NullMarked
package dev.dyno.driver.openwire;

import org.jspecify.annotations.NullMarked;
