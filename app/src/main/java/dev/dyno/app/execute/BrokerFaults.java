package dev.dyno.app.execute;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.model.workload.Fault.OnBroker;

/** Executes faults on a broker that the command has started. */
final class BrokerFaults {

    private BrokerFaults() {}

    static void act(ManagedBroker broker, OnBroker action) throws DriverException {
        try {
            switch (action) {
                case KILL -> broker.kill();
                case STOP -> broker.stop();
                case RESTART -> broker.restart();
                case PAUSE -> broker.pause();
                case RESUME -> broker.resume();
            }
        } catch (BrokerException e) {
            throw new DriverException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted", e);
        }
    }
}
