package dev.dyno.cli.options;

import dev.dyno.app.plan.Home;
import dev.dyno.app.study.StudyLibrary;
import dev.dyno.broker.process.BrokerException;
import dev.dyno.broker.process.Recipes;
import dev.dyno.engine.drivers.DriverFolders;
import dev.dyno.model.config.TargetSettings;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Words that a shell completes as values of options and parameters; looked up when a completion script is printed. */
public final class Candidates {

    /** Command in a completion script that prints the names of stored runs at the time of completing. */
    public static final String STORED_RUNS = "$(_dyno_runs)";

    private Candidates() {}

    public static final class Brokers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            try {
                return Recipes.in(Home.find().path()).names().iterator();
            } catch (BrokerException e) {
                return List.<String>of().iterator();
            }
        }
    }

    /** Brokers for a load, including those in the process of the load. */
    public static final class LoadBrokers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            List<String> names = new ArrayList<>(TargetSettings.IN_PROCESS);
            new Brokers().forEach(names::add);
            return names.iterator();
        }
    }

    public static final class Drivers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new DriverFolders(Home.find().drivers(), List.of()).names().iterator();
        }
    }

    public static final class Studies implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return new StudyLibrary(Home.find()).names().iterator();
        }
    }

    public static final class Runs implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("last", STORED_RUNS).iterator();
        }
    }
}
