package dev.dyno.driver;

import java.util.Map;

/**
 * Adapter to a protocol's client library. Its class is the {@code class} of {@code driver.properties} in its folder, and is
 * instantiated by the public constructor without arguments in a class loader of its own, whose parent sees the JDK, this package
 * and {@code setting} only.
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
     * Makes a client for one broker address. Blocking is allowed, network traffic is not: a wrong property is reported here, an
     * absent broker by {@link Client#connect}.
     *
     * @throws DriverException if the URL or a property is not acceptable; the message is shown to the user unchanged
     */
    Client open(ClientSpec spec) throws DriverException;
}
