/** The OpenWire preset of the JMS driver, on a real ActiveMQ Classic. */
package dev.dyno.driver.openwire;
