package org.wso2.carbon.user.api;

/** Users, of whom Andes asks only for the administrator. */
@FunctionalInterface
public interface UserRealm {

    RealmConfiguration getRealmConfiguration() throws UserStoreException;
}
