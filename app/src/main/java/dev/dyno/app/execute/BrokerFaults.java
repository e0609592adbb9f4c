package dev.dyno.app.execute;

import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.ManagedBroker;
import dev.dyno.driver.DriverException;
import dev.dyno.engine.record.Faultable;

/** Executes faults on a broker that the command has started. */
final class BrokerFaults implements Faultable {

    private final ManagedBroker broker;

    BrokerFaults(ManagedBroker broker) {
        this.broker = broker;
    }

    private interface Action {
        void run() throws BrokerException, InterruptedException;
    }

    @Override
    public void kill() throws DriverException {
        act(broker::kill);
    }

    @Override
    public void stop() throws DriverException {
        act(broker::stop);
    }

    @Override
    public void restart() throws DriverException {
        act(broker::restart);
    }

    @Override
    public void pause() throws DriverException {
        act(broker::pause);
    }

    @Override
    public void resume() throws DriverException {
        act(broker::resume);
    }

    private static void act(Action action) throws DriverException {
        try {
            action.run();
        } catch (BrokerException e) {
            throw new DriverException(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted", e);
        }
    }
}
