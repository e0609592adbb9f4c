package dev.dyno.driver;

import java.util.Map;

/**
 * Adapter to a protocol's client library. The file {@code driver.properties} in the driver's folder names the class as
 * {@code class}. It is instantiated by its public constructor without arguments, in a class loader of its own whose parent offers
 * only the JDK, this package and {@code setting}.
 *
 * <p>Assumptions and guarantees: stateless; {@link #open} may be called from any thread, any number of times.
 */
public interface Driver {

    /**
     * Settings that {@link #open} accepts. Blocking is allowed, network traffic is not.
     *
     * @param preset the properties in the driver's folder, which may name the client library
     * @throws DriverException if the client library's own list cannot be read
     */
    DriverSettings settings(Map<String, String> preset) throws DriverException;

    /**
     * Makes a client for one broker address. Blocking is allowed, network traffic is not: a wrong property fails here, an absent
     * broker in {@link Client#connect}.
     *
     * @throws DriverException if the URL or a property is not acceptable; the message is shown to the user unchanged
     */
    Client open(ClientSpec spec) throws DriverException;
}
