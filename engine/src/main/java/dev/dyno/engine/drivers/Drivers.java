package dev.dyno.engine.drivers;

import dev.dyno.driver.Client;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.TimeSource;
import dev.dyno.model.workload.Target;

/** Source of clients. */
@FunctionalInterface
public interface Drivers {

    /**
     * Makes a client for a target.
     *
     * @throws DriverException if there is no such driver, or it refuses the target's settings; with a sentence
     */
    Client open(Target target, TimeSource time) throws DriverException;

    /**
     * Number of files that a driver's client library has open for each connection.
     *
     * @throws DriverException with a sentence if there is no such driver, or its folder has a wrong value
     */
    default int filesPerConnection(String driver) throws DriverException {
        return 1;
    }
}
